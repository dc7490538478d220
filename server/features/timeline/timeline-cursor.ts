import * as z from 'zod/mini';
import { refuseField } from '../../errors.ts';

/** A place in a timeline: the entry that a page starts behind. */
export interface TimelinePlace {
  /** PostgreSQL's format, with microseconds. */
  readonly at: string;
  readonly source: number;
  readonly id: number;
}

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const Wire = z.tuple([
  z.string().check(z.regex(AT)),
  // Any rank fits: it only settles ties.
  z.int32().check(z.nonnegative()),
  z.int().check(z.positive()),
]);

export const writePlace = ({ at, source, id }: TimelinePlace): string =>
  Buffer.from(JSON.stringify([at, source, id])).toString('base64url');

/** @throws {Refusal} `refused` when it is no place. */
export function readPlace(text: string): TimelinePlace {
  try {
    const [at, source, id] = Wire.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    // A day that is none breaks here, not in the database.
    if (at < '1970' || !new Date(at).toISOString().startsWith(at.slice(0, 19))) throw new Error('no such day');
    return { at, source, id };
  } catch {
    throw refuseField('cursor', 'This timeline position has expired. Start from the top.');
  }
}
