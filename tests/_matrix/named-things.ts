import type { Endpoint } from '#contract/endpoint.ts';
import { type KindName, kindOf } from './kinds.ts';
import type { Relation } from './matrix-world.ts';
import type { Cell } from './oracle.ts';
import { type Target, targetsOf } from './places.ts';
import { requestOf } from './requests.ts';
import type { Stock } from './stock.ts';
import type { Thing } from './things.ts';

/** Optional references that an endpoint is always asked with, so that the others get a meaning. */
const ALONGSIDE: Readonly<Record<string, readonly string[]>> = {
  validateImport: ['body.import_id'],
  startImport: ['body.import_id'],
};

/** Lists that are useless with one entry: another one of the caller's own is added. */
const PAIRS: readonly string[] = ['mergeContacts', 'dismissDuplicates', 'restoreDuplicates'];

export const whereOf = ({ part, path }: Target) => `${part}.${path}`;

/** What a field calls a thing: its `jid`, or else its id. */
export const nameOf = ({ path }: Target, thing: Thing, id = (found: Thing): number => found.id): unknown =>
  path.endsWith('jid') ? thing.jid : id(thing);

const optional = new WeakMap<Target, boolean>();

/** True when a request can omit the field. */
export function isOptional(endpoint: Endpoint, target: Target): boolean {
  const known = optional.get(target) ?? isLeftOut(endpoint, target);
  optional.set(target, known);
  return known;
}

/** True when the example of a request omits it. */
function isLeftOut(endpoint: Endpoint, { part, path }: Target): boolean {
  if (part === 'params' || endpoint[part] === null) return false;
  const asked = requestOf(endpoint, new Map());
  const last = path.split('.').at(-1) ?? '';
  return part === 'body' ? !(asked.payload ?? '').includes(`"${last}":`) : !asked.url.includes(`${last}=`);
}

export interface Named {
  /** By `<part>.<dotted path>`. */
  readonly values: ReadonlyMap<string, unknown>;
  readonly used: readonly Thing[];
}

const INSTEAD = [
  [/(^|\.)ids$/, /(^|\.)contacts_scope\./],
  [/(^|\.)status_id$/, /(^|\.)agentflow_status_id$/],
] as const;

/** True when a body with one field has no place for the other: they are in two variants of it. */
const isInstead = (one: Target, other: Target): boolean =>
  one.part === other.part &&
  INSTEAD.some(([a, b]) => (a.test(one.path) && b.test(other.path)) || (b.test(one.path) && a.test(other.path)));

/** The ids of a request: the target stands in the relation, everything around it is the asker's own. */
export async function nameThings(stock: Stock, cell: Cell): Promise<Named> {
  const { endpoint, target, relation } = cell;
  const values = new Map(Object.entries(cell.words));
  const used: Thing[] = [];
  const name = async (field: Target, thing: Promise<Thing>, id = (found: Thing): number => found.id) => {
    const found = await thing;
    used.push(found);
    values.set(whereOf(field), nameOf(field, found, id));
    if (!field.many || !PAIRS.includes(endpoint.name)) return;
    const beside = await stock.take(cell, 'favoriteContact', 'own');
    used.push(beside);
    values.set(whereOf(field), [found.id, beside.id]);
  };
  const targets = targetsOf(endpoint);
  const alongside = ALONGSIDE[endpoint.name] ?? [];
  for (const other of targets) {
    if (target !== null && isInstead(target, other)) continue;
    if (other === target || (isOptional(endpoint, other) && !alongside.includes(whereOf(other)))) continue;
    await name(other, stock.take(cell, other.kind, kindOf(other.kind).around ?? 'own'));
  }
  if (target === null || relation === null) return { values, used };
  await name(target, stock.take(cell, kindNamed(cell, target), relation));

  // A note lies in a contact: in the one that is asked for, or in one's own when the note is asked for.
  const inner = targets.find(({ kind }) => kindOf(kind).inContact === true);
  const contact = targets.find(({ kind }) => kind === 'contact');
  if (inner === undefined || contact === undefined) return { values, used };
  const place = target === contact && isThere(relation) ? relation : 'own';
  if (target === contact) await name(inner, stock.take(cell, inner.kind, place));
  if (target === inner || isThere(relation))
    await name(contact, stock.take(cell, inner.kind, place), ({ contactId = 0 }) => contactId);
  return { values, used };
}

/** A contact is named by its number where the request says so. */
const kindNamed = ({ words }: Cell, { kind }: Target): KindName =>
  kind === 'contact' && words['query.by'] === 'number' ? 'contactNumber' : kind;

const isThere = (relation: Relation) => relation !== 'unknown' && relation !== 'deleted';
