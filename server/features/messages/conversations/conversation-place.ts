import * as z from 'zod/mini';
import { refuseField } from '../../../errors.ts';

/** A place in a list of conversations or texts: what a page starts behind. */
export interface Place {
  /** PostgreSQL's format, with microseconds. */
  readonly at: string;
  readonly id: number;
}

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const Wire = z.tuple([z.string().check(z.regex(AT)), z.int().check(z.positive())]);

export const writePlace = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** @throws {Refusal} `refused` when it is no place. */
export function readPlace(text: string | undefined): Place | null {
  if (text === undefined) return null;
  try {
    const [at, id] = Wire.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    // A day that is none breaks here, not in the database.
    if (at < '1970' || !new Date(at).toISOString().startsWith(at.slice(0, 19))) throw new Error('no such day');
    return { at, id };
  } catch {
    throw refuseField('cursor', 'This position in the list has expired. Start from the top.');
  }
}
