import type { Actor, MatrixWorld } from './matrix-world.ts';
import type { Tenant } from './actors.ts';

/** Stands in every text of the rows of one owner: `cnry-<account>-<owner>-`. Owners named `shared` belong to the account. */
export const canaryOf = (tenant: Tenant, owner: string): string => `cnry-${tenant}-${owner}-`;

const CANARY = /cnry-([xyzq])-(\w+)-/gi;

export interface Sighting {
  readonly tenant: Tenant;
  readonly owner: string;
}

/** Every owner whose canary stands in a text, once. */
export function canariesIn(text: string): Sighting[] {
  const found = new Map<string, Sighting>();
  for (const [all, tenant = '', owner = ''] of text.matchAll(CANARY)) {
    found.set(all.toLowerCase(), { tenant: tenant.toLowerCase() as Tenant, owner: owner.toLowerCase() });
  }
  return [...found.values()];
}

/** Place where a text appeared: a path of the API, or the name of a channel. */
export type Place = string;

/** Canaries of a text that this actor may not see there, as words; none is as it should be. */
export const foreignIn = (world: MatrixWorld, actor: Actor, place: Place, text: string): string[] =>
  canariesIn(withoutOwnManager(actor, place, text))
    .filter((sighting) => !maySee(world, actor, place, sighting))
    .map(({ tenant, owner }) => `${actor.name} sees ${canaryOf(tenant, owner)} at ${place}`);

/** Lists a user's manager, as someone who can receive contacts. */
const TARGETS: Place = 'GET /v1/contacts/transfer_attempts/list_targets';

/** The list of users as a file, a cell for each one's manager. */
const USERS_FILE: Place = 'GET /v1/admin/users/export.csv';

/** A call is transferred to the manager, or to people with the same one. */
const COLLEAGUES: Place = 'GET /v1/dialer/list_colleagues';

/** Who sees a conversation sees who answers it, who wrote its texts, and who stopped them. */
const WRITERS = /"(?:user|actor)":{"id":\d+,"name":"[^"]*"}|"reason":"Stopped by [^"]*"/g;

/** Every user knows their manager's name: as their manager, and as the recipient of contacts. */
const withoutOwnManager = ({ cast: { upline } }: Actor, place: Place, text: string): string => {
  const canary = canaryOf(upline.tenant, upline.key);
  const name = `${canary}first ${canary}last`;
  if (place === USERS_FILE) return text.replaceAll(`,${name},`, ',,');
  const person = JSON.stringify({ id: upline.id, name }).slice(0, -1);
  const shown = place === TARGETS ? [person] : [`"manager":${person}}`, `"to":[${person}}`];
  const left = shown.reduce((before, one) => before.replaceAll(one, ''), text);
  return place.includes(' /v1/sms/') ? left.replaceAll(WRITERS, '') : left;
};

/** The second oracle's own rule of sight; it knows neither endpoints nor kinds but those named here. */
function maySee(world: MatrixWorld, actor: Actor, place: Place, { tenant, owner }: Sighting): boolean {
  if (actor.by === 'nobody') return false;
  // Support reads the people of assigned accounts before it acts for one of them.
  if (tenant === 'z' && actor.assigned) return place.includes(' /v1/admin/users');
  // The list of those whom an agency lets in names their agencies.
  if (owner === 'shared' && place === 'GET /v1/admin/account_access') return actor.visibility === 'account';
  // The audit log names support who acted for somebody of the account.
  if (owner === 'relationship_manager_assigned' && place.includes(' /v1/admin/audit_log'))
    return actor.visibility === 'account';
  // A user acting as another one knows their own name.
  if (actor.signerKey === owner && tenant === 'x') return true;
  if (tenant !== actor.tenant) return false;
  if (owner === 'shared' || actor.knows.has(owner)) return true;
  if (place === COLLEAGUES && [actor.cast.upline.key, actor.cast.peer.key].includes(owner)) return true;
  if (owner === 'mail') return actor.permissions.includes('mail.readOutbox');
  if (actor.visibility === 'account') return true;
  return actor.visibility === 'unit' && world.unitOneOf(tenant).has(owner);
}
