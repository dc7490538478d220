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

export const whereOf = ({ part, path }: Target) => `${part}.${path}`;

const optional = new WeakMap<Target, boolean>();

/** Whether a request can leave the field out. */
export function isOptional(endpoint: Endpoint, target: Target): boolean {
  const known = optional.get(target) ?? isLeftOut(endpoint, target);
  optional.set(target, known);
  return known;
}

/** Whether the example of a request without it is without it. */
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

/** The ids of a request: the target stands in the relation, everything around it is the asker's own. */
export async function nameThings(stock: Stock, cell: Cell): Promise<Named> {
  const { endpoint, target, relation } = cell;
  const values = new Map(Object.entries(cell.words));
  const used: Thing[] = [];
  const name = async (field: Target, thing: Promise<Thing>, id = (found: Thing): number => found.id) => {
    const found = await thing;
    used.push(found);
    values.set(whereOf(field), id(found));
  };
  const targets = targetsOf(endpoint);
  const alongside = ALONGSIDE[endpoint.name] ?? [];
  for (const other of targets) {
    if (other === target || (isOptional(endpoint, other) && !alongside.includes(whereOf(other)))) continue;
    await name(other, stock.take(cell, other.kind, kindOf(other.kind).around ?? 'own'));
  }
  if (target === null || relation === null) return { values, used };
  await name(target, stock.take(cell, kindNamed(cell, target), relation));

  // A note lies in a contact: in the one that is asked for, or in one's own when the note is asked for.
  const note = targets.find(({ kind }) => kind === 'note');
  const contact = targets.find(({ kind }) => kind === 'contact');
  if (note === undefined || contact === undefined) return { values, used };
  const place = target === contact && isThere(relation) ? relation : 'own';
  if (target === contact) await name(note, stock.take(cell, 'note', place));
  if (target === note || isThere(relation))
    await name(contact, stock.take(cell, 'note', place), ({ contactId = 0 }) => contactId);
  return { values, used };
}

/** A contact is named by its number where the request says so. */
const kindNamed = ({ words }: Cell, { kind }: Target): KindName =>
  kind === 'contact' && words['query.by'] === 'number' ? 'contactNumber' : kind;

const isThere = (relation: Relation) => relation !== 'unknown' && relation !== 'deleted';
