import Papa from 'papaparse';
import { readPhone } from '../contacts/contact-phone.ts';
import type { ContactKey } from './attachments.sql.ts';
import { FileRefusal } from './file-types.ts';

/** The list in a ZIP that assigns files to contacts. */
export const MANIFEST = 'attachments.csv';

/** Maximum bytes of it. Our choice: for 1,000 files it has some 100 KB. */
export const MAX_MANIFEST_BYTES = 5 * 2 ** 20;

export interface ManifestLine {
  /** `null`: names no one. */
  readonly contact: ContactKey | null;
  readonly description: string;
}

/** By path inside the ZIP, in small letters. */
export type Manifest = ReadonlyMap<string, ManifestLine>;

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  file: ['file', 'filename', 'name', 'attachment', 'path'],
  number: ['contact', 'number', 'contactnumber', 'contactno'],
  phone: ['phone', 'phonenumber', 'mobile'],
  email: ['email', 'emailaddress'],
  description: ['description', 'note', 'notes'],
};

/**
 * Reads the list: a header row with `file` and one or more of `contact` (its number), `phone` and `email`; of one line
 * the first that is filled counts.
 * @throws {FileRefusal} when it has no such columns.
 */
export function readManifest(bytes: Buffer): Manifest {
  const { data } = Papa.parse<string[]>(bytes.toString('utf8').replace(/^\uFEFF|\0/g, ''), {
    skipEmptyLines: 'greedy',
  });
  const [header = [], ...lines] = data;
  const folded = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const columnOf = (name: string) => folded.findIndex((cell) => COLUMNS[name]?.includes(cell));
  const at = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, columnOf(name)]));
  if (at['file'] === -1 || ['number', 'phone', 'email'].every((name) => at[name] === -1)) {
    throw new FileRefusal(`${MANIFEST} needs a column "file" and one of "contact", "phone" or "email".`);
  }
  const cell = (line: readonly string[], name: string): string => line[at[name] ?? -1]?.trim() ?? '';
  return new Map(
    lines
      .filter((line) => cell(line, 'file') !== '')
      .map((line) => [
        cell(line, 'file')
          .toLowerCase()
          .replaceAll('\\', '/')
          .replace(/^\.?\//, ''),
        {
          contact: keyOf(cell(line, 'number'), cell(line, 'phone'), cell(line, 'email')),
          description: cell(line, 'description').slice(0, 1_000),
        },
      ]),
  );
}

function keyOf(number: string, phone: string, email: string): ContactKey | null {
  if (number !== '') return isNumber(number) ? { number: Number(number) } : null;
  if (phone !== '') {
    const read = readPhone(phone);
    return read === null ? null : { phone: read };
  }
  return email === '' ? null : { email };
}

/** Contact of a file by its own name: `1042 license.pdf`, `1042-license.pdf`, `1042/license.pdf`. `null` for none. */
export function keyOfName(path: string): ContactKey | null {
  const [, number] = /^(\d+)(?:[ _.-]|\/)/.exec(path) ?? /(?:^|\/)(\d+)[ _.-][^/]*$/.exec(path) ?? [];
  return number !== undefined && isNumber(number) ? { number: Number(number) } : null;
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);
