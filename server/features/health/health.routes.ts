import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/health.contract.ts';
import { brandOf } from '#brands/brand.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { requireHealth } from './health.service.ts';

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { version } = brandOf(deps.config.brand);

  bind(app, contract.readHealth, async () => {
    await requireHealth(deps);
    return { data: { status: 'ok' as const, version } };
  });

  // For a load balancer: whether the process lives, and whether it wants requests.
  app.get('/healthz', { logLevel: 'silent' }, (_, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const ready = !app.leaving && (await requireHealth(deps).then(yes, no));
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
}

const yes = () => true;
const no = () => false;
