import { type ImportForm, readImportAttempt, startImport, validateImport } from '#contract/imports.contract.ts';
import type { Client } from '../_api/app.ts';
import type { ImportDesk } from './import-desk.ts';

export const HEADER = 'First Name,Last Name,Phone,Phone 2,Email,DOB,City,Notes,Plan\n';

/** What the check of a file expects, and what its import then does, by reason. */
export async function checkAndRun(it: ImportDesk, csv: string, form: ImportForm, by = it.agent) {
  const read = async (id: number) => (await by.call(readImportAttempt, { params: { id } })).body.data;
  const { id } = await it.upload(csv, form, by);
  await by.call(validateImport, { body: { import_id: id } });
  await it.check(id);
  const { check } = await read(id);
  const listed = await it.sql<{ row: number; reason: string }>(
    `select row_number as row, reason from import_check_rows where import_id = $1 order by 1`,
    [id],
  );
  await by.call(startImport, { body: { import_id: id } });
  await it.run(id);
  const ran = await read(id);
  const records = await it.sql<{ row: number; reason: string; outcome: string; isListed: boolean }>(
    `select row_number as row, outcome, coalesce(unread -> 0 ->> 'reason', reason) as reason,
       outcome = 'problem' or unread is not null as "isListed" from import_rows where import_id = $1 order by 1`,
    [id],
  );
  const reasons: Record<string, number> = {};
  for (const { reason, outcome } of records) {
    if (outcome === 'problem' || outcome === 'skipped') reasons[reason] = (reasons[reason] ?? 0) + 1;
  }
  const promisedReasons: Record<string, number> = {};
  for (const { reason, rows } of check?.by_reason ?? [])
    promisedReasons[reason] = (promisedReasons[reason] ?? 0) + rows;
  return {
    promised: {
      counts: { ...check?.planned, skipped: check?.skipped, problems: check?.problems },
      good: check?.good,
      unread: check?.unread?.rows ?? 0,
      reasons: promisedReasons,
      listed,
    },
    done: {
      counts: ran.counts,
      good: ran.counts.created + ran.counts.updated,
      unread: ran.unread_rows,
      reasons,
      listed: records.filter(({ isListed }) => isListed).map(({ row, reason }) => ({ row, reason })),
    },
  };
}

/** Every combination of the options that decide on rows. */
export const FORMS = (['update', 'skip'] as const).flatMap((when_known) =>
  ([null, 'mine', 'downline', 'all'] as const).flatMap((scope) =>
    [false, true].flatMap((keep_other_columns) =>
      [false, true].map((isTagged) => ({ when_known, scope, keep_other_columns, isTagged })),
    ),
  ),
);

const FIELDS: NonNullable<ImportForm['fields']> = {
  0: 'first_name',
  1: 'last_name',
  2: 'phone',
  3: 'phone_2',
  4: 'email',
  5: 'dob',
  6: 'city',
  7: 'notes',
};

/** The form of a combination; the columns are those of `HEADER`. */
export const formOf = (
  {
    when_known = 'update',
    scope = null,
    keep_other_columns = false,
    isTagged = false,
  }: Partial<(typeof FORMS)[number]>,
  tag: number,
): ImportForm => ({
  fields: FIELDS,
  when_known,
  keep_other_columns,
  scrub_against: scope && { scope },
  tags: isTagged ? [tag] : [],
  updated_lead_tags: isTagged && scope !== null ? [tag] : [],
});

/** A new tag of the account. */
export async function makeTag(it: ImportDesk): Promise<number> {
  const [made] = await it.sql<{ id: number }>(
    `insert into tags (account_id, name, color) values ($1, 'again', 'grey') returning id`,
    [it.world.accountId],
  );
  return made?.id ?? 0;
}

export const clear = (it: ImportDesk) =>
  it.sql('truncate contacts, notes, imports, import_rows, import_check_rows, import_kept_rows, events cascade');

const OWN = [
  'Ana,Ruiz,512-555-0142,,ana@example.com,1950-03-04,Waco,Knows us,H-1',
  'Bo,Lee,512-555-0143,512-555-0144,,,Austin,,',
  'Cy,Orr,512-555-0145,,cy@example.com,,,,',
  'Di,Fox,512-555-0146,,di@example.com,1951-01-02,Waco,,',
].join('\n');

/** Rows in every relation to the contacts and to each other. */
export const FILE = [
  // Known people: equal, changed, only noted, by the second phone, by e-mail, deleted, of another owner.
  'Ana,Ruiz,512-555-0142,,ana@example.com,1950-03-04,Waco,Knows us,H-1',
  'Bo,Lee,512-555-0144,,,,Dallas,,H-2',
  'Cy,Orr,,,CY@example.com,,,Call back,',
  'Di,Fox,713-555-0100,,di@example.com,,,,',
  'Gone,Away,512-555-0150,,,,,,',
  'Other,Owner,512-555-0151,,,1949-09-09,,,',
  'Someone,Else,,,,1949-09-09,,,',
  'Own,Er,,,,,,,',
  // New people, and what later rows say of them.
  'Eva,Paz,512-555-0160,,,,,,',
  'Eva,Paz,512-555-0160,,,,,,',
  'Eva,Paz,512-555-0160,,eva@example.com,,,,',
  'EVA,Paz,,,eva@example.com,,Waco,First,P-1',
  'Eva,Paz,,,eva@example.com,,Austin,,',
  'Eva,Paz,,,eva@example.com,,,First,P-1',
  'Eva,Paz,,,eva@example.com,,,Second,P-2',
  // Later rows of known people.
  'Ana,Ruiz,512-555-0142,512-555-0199,,,,,',
  'Ana,Ruiz,,512-555-0199,,1960-01-01,,,',
  'Bo,Lee,512-555-0143,,bo@example.com,,,,',
  'Cy,Orr,512-555-0145,,,,,,',
  'Di,Fox,512-555-0146,,,,Waco,,',
  // No people, and cells that can't be read.
  ',,,,,,,,',
  'Total,,,,,,,,',
  'n/a,n/a,,,,,,,',
  'Flo,Gil,ask his son,,,,,,',
  'Ana,Ruiz,512-555-0142,,,99/99/9999,,,',
  ',,nonsense,,,,,,',
  'Hal,Ivy,512-555-0170',
  'Jo,Kay,"512-555-0171,,,,,,',
  'Same,Name,,,,,,,',
  'Same,Name,,,,,,,',
].join('\n');

/** Contacts of the agent and of a peer, and a deleted one. */
export async function makeBook(it: ImportDesk, peer: Client, tag: number): Promise<void> {
  const form = formOf({ keep_other_columns: true }, tag);
  await it.importFile(`${HEADER}${OWN}\n`, form);
  await it.importFile(`${HEADER}Gone,Away,512-555-0150,,,,,,\n`, form);
  await it.sql(`update contacts set deleted_at = now() where first_name = 'Gone'`);
  await it.importFile(`${HEADER}Other,Owner,512-555-0151,,,1949-09-09,,,\n`, form, peer);
}
