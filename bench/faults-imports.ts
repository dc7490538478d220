// An import that runs while something breaks; its contacts have to come out as those of an undisturbed one.
import { createHash } from 'node:crypto';
import type { Pool } from '../server/db/pool.ts';
import { contactFile } from '../server/features/demo/contact-file.ts';
import { ask } from './faults-load.ts';
import { until, type User } from './faults-world.ts';

export interface Importing {
  readonly user: User;
  readonly id: number;
}

interface Sheet {
  readonly rows: number;
  readonly seed: number;
}

/** Uploads a file and starts its import. @throws when the app refuses. */
export async function startImport(base: string, user: User, { rows, seed }: Sheet): Promise<Importing> {
  const form = new FormData();
  form.append('file', new Blob([...contactFile({ rows, seed })]), 'faults.csv');
  const response = await ask(base, user, { method: 'POST', path: '/v1/contacts/import', body: form });
  if (!response.ok) throw new Error(`No import: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: { id: number } };
  return { user, id: data.id };
}

interface Progress {
  readonly status: string;
  readonly done_rows: number;
  /** Total outcome of the rows. */
  readonly sum: number;
}

export async function progressOf(owner: Pool, { id }: Importing): Promise<Progress> {
  const { rows } = await owner.query<Progress>(
    'select status, done_rows, created + updated + skipped + problems as sum from imports where id = $1',
    [id],
  );
  return rows[0] ?? { status: 'gone', done_rows: 0, sum: 0 };
}

export const untilBegun = (owner: Pool, importing: Importing): Promise<number> =>
  until('the import has begun', 60_000, async () => (await progressOf(owner, importing)).done_rows > 0);

/** Milliseconds until it is done. */
export const untilDone = (owner: Pool, importing: Importing, ms: number): Promise<number> =>
  until('the import is done', ms, async () => (await progressOf(owner, importing)).status === 'done');

/** Everything that the import made in its account, as one hash, and what its rows became. */
export async function outcomeOf(owner: Pool, importing: Importing): Promise<string> {
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws('|', first_name, last_name, phone, email, address, city, state, zip_code, dob, gender, language,
       type, category, source, import_row, version,
       (select string_agg(body, '~' order by body) from notes n where n.contact_id = c.id)) as line
     from contacts c where account_id = $1 and deleted_at is null`,
    [importing.user.accountId],
  );
  const hash = createHash('sha256');
  for (const line of rows.map((row) => row.line).toSorted()) hash.update(`${line}\n`);
  const { status, sum } = await progressOf(owner, importing);
  return `${status} ${sum} rows, ${rows.length} contacts ${hash.digest('hex').slice(0, 16)}`;
}
