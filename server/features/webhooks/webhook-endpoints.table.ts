import { sql } from 'kysely';
import { MAX_WEBHOOK_ENDPOINTS, WEBHOOK_EVENTS } from '#contract/webhooks.contract.ts';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../adapters/outbound/public-address.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Column, line, named, plain } from '../../resource/columns.ts';
import { afterSave, beforeSave, uniqueName } from '../../resource/rules.ts';
import { type Table, table } from '../../resource/table.ts';
import { ofAccount } from '../../resource/visibility.ts';
import { freshSecret, secretOwner } from './signature.ts';
import { countEndpoints, wakeEndpoint } from './webhooks.sql.ts';

/** Ports of https that a server on the internet uses. Source: promise P13. */
const PORTS = new Set(['', '443', '8443']);
/** A count beyond this isn't news. Ours. */
const MOST_COUNTED = 10_000;

/** Each event once, in the order of the contract. */
const eventsOf: Column = (written) => WEBHOOK_EVENTS.filter((event) => (written as readonly string[]).includes(event));

/** The address as it is requested. @throws {Refusal} `refused` under `url`. */
function requireUrl(written: unknown, toPrivate: boolean): string {
  const refuse = (why: string) => refuseField('url', why);
  const url = URL.parse(String(written));
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse('Enter an address like https://example.com/hooks.');
  if (url.username !== '' || url.password !== '')
    throw refuse('Leave out the user name and password: requests are signed instead.');
  url.hash = '';
  if (toPrivate) return url.href;
  if (url.protocol !== 'https:') throw refuse('Enter an address that begins with https://.');
  if (!PORTS.has(url.port)) throw refuse('Only the ports 443 and 8443 are allowed.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isInside = isIP(host) === 0 ? !host.includes('.') || /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
  if (isInside) throw refuse('This address is in a private network. Enter one that the internet can reach.');
  return url.href;
}

export const WEBHOOK_ENDPOINTS: Table = table({
  name: 'webhook_endpoints',
  title: 'name',
  columns: { name: named, url: line, events: eventsOf, status: plain },
  select:
    () => sql`r.id, r.name, r.url, r.events, r.status, r.stopped_reason, to_jsonb(r.failing_since) as failing_since,
    to_jsonb(r.secret_at) as secret_at, to_jsonb(r.created_at) as created_at,
    (select count(*)::int from (select from webhook_deliveries d
      where d.endpoint_id = r.id and d.status = 'waiting' limit ${MOST_COUNTED}) one) as waiting,
    (select count(*)::int from (select from webhook_deliveries d
      where d.endpoint_id = r.id and d.status = 'failed' limit ${MOST_COUNTED}) one) as failed`,
  order: () => sql`lower(r.name), r.id`,
  search: ['name', 'url'],
  // Changes that tell of an event refer to the row.
  lock: 'no key update',
  file: { Name: 'name', Address: 'url', Events: 'events', Status: 'status', Waiting: 'waiting', Failed: 'failed' },
  visibility: {
    ...ofAccount(),
    place: ({ deps, identity: { accountId } }) =>
      Promise.resolve({ secret: deps.seal.seal(freshSecret(), secretOwner(accountId)), created_at: deps.now() }),
  },
  rules: [
    uniqueName('name'),
    beforeSave(async ({ tx, deps }, { id, values, changes }) => {
      if ('url' in changes) requireUrl(values['url'], deps.config.webhooksToPrivate);
      if (id === 0 && (await countEndpoints(tx)) >= MAX_WEBHOOK_ENDPOINTS)
        throw new Refusal(
          'conflict',
          `An agency has at most ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints. Remove one first.`,
        );
    }),
    afterSave(async ({ tx, deps }, { id, before, changes }) => {
      if (before !== null && ('status' in changes || 'url' in changes)) await wakeEndpoint(tx, id, deps.now());
      return null;
    }),
  ],
});
