import type { FastifyInstance } from 'fastify';
import { CLOCK_HEADER } from '#contract/_wire.contract.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { Deps } from '../deps.ts';

const SECOND_MS = 1_000;

/** Milliseconds that `now` is ahead of the machine's clock, in whole seconds. */
export const aheadOf = ({ now }: Pick<Deps, 'now'>): number =>
  Math.round((now().getTime() - Date.now()) / SECOND_MS) * SECOND_MS || 0;

/** Adds the demo clock's offset to every response, so that open pages follow it. */
export function sendClock(app: FastifyInstance): void {
  const { config, supervisor } = app.deps;
  if (!isTryout(config.appEnv) || supervisor === undefined) return;
  app.addHook('onRequest', (_, reply, done) => {
    void reply.header(CLOCK_HEADER, String(aheadOf(app.deps)));
    done();
  });
}
