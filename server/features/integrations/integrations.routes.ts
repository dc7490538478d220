import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/integrations.contract.ts';
import { outsideAccounts } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { publicOriginOf } from '../../http/same-origin.ts';
import { connectByGrant, setCalendlyKey, setDemio } from './connect.service.ts';
import { startSession } from './dial-session.service.ts';
import { disconnectOne, listCalendars, listOwn, requestSync, updateOne } from './integrations.service.ts';
import { hashOf, HOOKS } from './sync.service.ts';

export function integrationsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.listAuthorizations, ({ identity }) => listOwn(deps, identity));
  bind(app, contract.createAuthorization, (call) =>
    connectByGrant(deps, call, call.body, publicOriginOf(deps.config, call.request)),
  );
  bindChange(app, contract.updateAuthorization, async (call) => ({
    data: await updateOne(deps, call, call.params.id, call.body),
  }));
  bind(app, contract.deleteAuthorization, (call) => disconnectOne(deps, call, call.params.id));
  bind(app, contract.listSyncedCalendars, ({ identity, params }) => listCalendars(deps, identity, params.id));
  bindChange(app, contract.syncAuthorization, async (call) => ({
    data: await requestSync(deps, call, call.params.id),
  }));
  bind(app, contract.startDialSession, async (call) => ({
    data: await startSession(deps, call, call.params.id, call.body.contact_ids),
  }));
  bind(app, contract.setCalendlyApiKey, async (call) => ({
    data: await setCalendlyKey(deps, call, call.body.api_key),
  }));
  bindChange(app, contract.setDemioLink, async (call) => ({ data: await setDemio(deps, call, call.body.link) }));
  hookRoutes(app, deps);
}

/** Bytes of a call at most, and notices in it. Ours. */
const HOOK_BYTES = 262_144;
const MOST_NOTICES = 200;

interface Notice {
  readonly subscriptionId?: unknown;
  readonly clientState?: unknown;
}

/**
 * Providers say here that a calendar has changed. No session: only the secret of the watch counts. A call says nothing
 * but "look", so a repeated or a lost one changes nothing.
 */
function hookRoutes(app: FastifyInstance, { pool, now }: Deps): void {
  const mark = (watch: unknown, secret: unknown) =>
    outsideAccounts(pool, 'select mark_watch_due($1, $2, $3)', [
      String(watch).slice(0, 500),
      hashOf(String(secret).slice(0, 500)),
      now(),
    ]);

  app.post(HOOKS.google, { bodyLimit: HOOK_BYTES }, async ({ headers }, reply) => {
    // The first call only says that the watch works.
    if (headers['x-goog-resource-state'] !== 'sync')
      await mark(headers['x-goog-channel-id'], headers['x-goog-channel-token']);
    return reply.code(204).send();
  });

  app.post<{ Querystring: { validationToken?: string }; Body: { value?: Notice[] } | null }>(
    HOOKS.outlook,
    { bodyLimit: HOOK_BYTES },
    async ({ query, body }, reply) => {
      const { validationToken: token } = query;
      // Graph asks whether the address is one that wants its calls.
      if (token !== undefined)
        return reply.type('text/plain; charset=utf-8').header('x-content-type-options', 'nosniff').send(String(token));
      const notices = Array.isArray(body?.value) ? body.value.slice(0, MOST_NOTICES) : [];
      const known = new Map(notices.map(({ subscriptionId, clientState }) => [subscriptionId, clientState]));
      for (const [id, state] of known) await mark(id, state);
      return reply.code(202).send();
    },
  );
}
