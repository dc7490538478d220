import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/registration.contract.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { isSigned } from '../phone/twilio/twilio-signature.ts';
import * as service from './registration.service.ts';
import { changeRegistration } from './registration.sql.ts';

/** Where Twilio's event stream reports about registrations. */
export const TWILIO_EVENTS_PATH = '/_texts/twilio/events';

/** Bytes of a batch of events at most. Ours: one event is about a thousand. */
const EVENTS_BYTES = 262_144;

export function registrationRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.readTextRegistration, async ({ identity }) => ({
    data: await service.readRegistration(deps, identity),
  }));
  bindChange(app, contract.submitBrand, async (call) => ({ data: await service.submitBrand(deps, call, call.body) }));
  bindChange(app, contract.submitCampaign, async (call) => ({
    data: await service.submitCampaign(deps, call, call.body),
  }));
  bindChange(app, contract.checkTextRegistration, async (call) => ({
    data: await service.checkRegistration(deps, call),
  }));
  eventsRoute(app, deps);
}

/**
 * Events of Twilio, such as `com.twilio.messaging.compliance.campaign-registration.*`. They are signed, and only say for
 * which brand or campaign it is time to look: late, repeated and unordered ones change nothing.
 */
function eventsRoute(app: FastifyInstance, deps: Deps): void {
  void app.register((scope, _, done) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      ['application/json', 'application/cloudevents-batch+json'],
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post(TWILIO_EVENTS_PATH, { bodyLimit: EVENTS_BYTES }, async (request, reply) => {
      const { twilio, appUrl } = deps.config;
      if (twilio === null || appUrl === null) return reply.callNotFound();
      const body = typeof request.body === 'string' ? request.body : '';
      const signature = request.headers['x-twilio-signature'];
      const isTheirs =
        typeof signature === 'string' &&
        isSigned(twilio.authToken, `${appUrl}${request.url}`, {}, signature) &&
        isWhole(body, new URL(request.url, appUrl).searchParams.get('bodySHA256') ?? '');
      if (!isTheirs) return reply.code(403).send();
      for (const sid of sidsIn(body)) await lookSoon(deps, sid);
      return reply.code(204).send();
    });
    done();
  });
}

/** The signature covers the address, which has the hash of the body. */
function isWhole(body: string, hash: string): boolean {
  const [given, expected] = [Buffer.from(hash), Buffer.from(createHash('sha256').update(body).digest('hex'))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Ids of brands and campaigns that a batch of events names. */
const sidsIn = (body: string): ReadonlySet<string> => new Set(body.match(/\b(?:BN|QE)[0-9a-f]{32}\b/g) ?? []);

async function lookSoon(deps: Deps, sid: string): Promise<void> {
  const found = await outsideAccounts<{ account_id: number }>(
    deps.pool,
    'select account_id from find_registered_account($1)',
    [sid],
  );
  for (const { account_id: accountId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) => changeRegistration(tx, { next_check_at: deps.now() }));
  }
}
