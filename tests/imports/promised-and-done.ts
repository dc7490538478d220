import { type ImportForm, readImportAttempt, startImport, validateImport } from '#contract/imports.contract.ts';
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
