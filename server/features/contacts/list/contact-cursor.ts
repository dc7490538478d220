import * as z from 'zod/mini';
import { CONTACT_ORDER_FIELDS, type ContactsScope } from '#contract/contacts/scope.contract.ts';
import { parsePlainDate } from '#rules/time/plain-date.ts';
import { refuseField } from '../../../errors.ts';

/** A place in a list: the row that the page starts behind, or with `backward` ends before. */
export interface Cursor {
  readonly backward: boolean;
  readonly id: number;
  /** Sort value of the row; `null` when it is too long for a cursor and the row itself is read. */
  readonly key: string | null;
  /** Number of the target page. */
  readonly page: number;
  /** Rows of the list before this place. */
  readonly before: number;
  /** The row is only close to what was typed. */
  readonly close: boolean;
}

/** Bytes of a key at most, so that the cursor stays under the 600 characters of the contract. */
const KEY_MAX_BYTES = 360;

const Wire = z.tuple([
  z.enum(CONTACT_ORDER_FIELDS),
  z.enum(['asc', 'desc']),
  z.boolean(),
  z.int().check(z.positive()),
  z.nullable(z.string()),
  z.int().check(z.positive()),
  z.int().check(z.nonnegative()),
  z.boolean(),
]);

type Order = Pick<ContactsScope, 'order_field' | 'order'>;

export function writeCursor({ order_field, order }: Order, { backward, id, key, ...place }: Cursor): string {
  const kept = key !== null && Buffer.byteLength(JSON.stringify(key)) <= KEY_MAX_BYTES ? key : null;
  const wire = [order_field, order, backward, id, kept, place.page, place.before, place.close];
  return Buffer.from(JSON.stringify(wire)).toString('base64url');
}

/** @throws {Refusal} `refused` when it is no cursor, or one of another order. */
export function readCursor({ order_field, order }: Order, text: string): Cursor {
  const [field, direction, backward, id, key, page, before, close] = parse(text);
  if (field !== order_field || direction !== order) throw broken();
  if (key !== null && INSTANTS.includes(field) && !isInstant(key)) throw broken();
  if (key !== null && field === 'follow_up_on' && !isDay(key)) throw broken();
  return { backward, id, key, page, before, close };
}

/** Orders whose key is an instant, as PostgreSQL writes it. */
const INSTANTS: readonly ContactsScope['order_field'][] = ['created_at', 'last_touch_at'];

function isInstant(key: string): boolean {
  if (key === '-infinity') return true;
  const second = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/.exec(key)?.slice(1, 3).join('T') ?? '';
  const read = new Date(`${second}Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(second);
}

const isDay = (key: string) => key === 'infinity' || parsePlainDate(key, 0) === key;

const broken = () => refuseField('cursor', 'This list position has expired. Start from the first page.');

function parse(text: string): z.output<typeof Wire> {
  try {
    return Wire.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw broken();
  }
}
