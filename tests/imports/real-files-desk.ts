import { startRelay } from '../../server/cable/relay.ts';
import { startImport, validateImport } from '#contract/imports.contract.ts';
import type { ImportHead } from '#contract/imports/rows.contract.ts';
import { importsJobs } from '../../server/features/imports/imports.jobs.ts';
import { createRunnerBoss, type Runner, startRunner } from '../../server/jobs/runner.ts';
import type { Answer } from '../_api/app.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

/** What came of one file. */
export interface Outcome {
  readonly encoding: string;
  readonly delimiter: string;
  readonly header_row: number;
  readonly made_by: string | null;
  readonly sheets: readonly string[];
  readonly sheet: number | null;
  readonly warnings: readonly string[];
  /** Header → field. */
  readonly mapping: Readonly<Record<string, string>>;
  /** The least sure of the mapped columns. */
  readonly least_confidence: number;
  readonly rows: number;
  readonly counts: Readonly<Record<string, number>>;
  /** Rows that were not created, by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Cells without which their rows were imported, as row and field. */
  readonly unread: readonly string[];
  /** What is filled in each contact, in the order of the rows. */
  readonly contacts: readonly Readonly<Record<string, unknown>>[];
}

export interface FilesDesk extends ImportDesk {
  /** Uploads bytes under a name; workbooks are read by a running worker. */
  put(
    name: string,
    bytes: Buffer,
    form?: { sheet?: number },
    tries?: number,
  ): Promise<Answer<{ data: { id: number } & ImportHead }>>;
  /** Imports a file from start to end. */
  bring(name: string, bytes: Buffer): Promise<Outcome>;
}

/** An office with two statuses and two groups, and a worker that reads workbooks. */
export async function openFilesDesk(): Promise<FilesDesk> {
  const desk = await openImportDesk();
  const { accountId } = desk.world;
  await desk.sql(`insert into statuses (account_id, name) values ($1, 'New'), ($1, 'Working')`, [accountId]);
  await desk.sql(`insert into groups (account_id, name) values ($1, 'Church'), ($1, 'Family')`, [accountId]);
  const boss = createRunnerBoss(desk.deps.config.databaseUrl ?? '', desk.deps.log);
  const { 'imports.read': read } = importsJobs(desk.deps);
  const runner: Runner = await startRunner(boss, { 'imports.read': read }, desk.deps.log);
  const relay = startRelay(desk.deps);

  // A busy computer may need longer for a workbook than a request waits; one tries again then.
  const put: FilesDesk['put'] = async (name, bytes, form = {}, tries = 3) => {
    const answer = await desk.agent.call(validateImport, { body: form, file: new File([new Uint8Array(bytes)], name) });
    return tries > 1 && JSON.stringify(answer.body).includes('takes too long to read')
      ? put(name, bytes, form, tries - 1)
      : answer;
  };
  return {
    ...desk,
    put,
    bring: async (name, bytes) => {
      const { status, body } = await put(name, bytes);
      if (status !== 200) throw new Error(JSON.stringify(body));
      const { id } = body.data;
      const started = await desk.agent.call(startImport, { body: { import_id: id } });
      if (started.status !== 200) throw new Error(JSON.stringify(started.body));
      await desk.run(id);
      return outcomeOf(desk, id);
    },
    close: async () => {
      await Promise.all([runner.stop(), relay.close()]);
      await desk.close();
    },
  };
}

async function outcomeOf(desk: ImportDesk, id: number): Promise<Outcome> {
  const [row] = await desk.sql<
    Omit<ImportHead, 'columns'> & { encoding: string; delimiter: string; columns: ImportHead['columns'] }
  >('select encoding, delimiter, columns, sheets, sheet, made_by, warnings from imports where id = $1', [id]);
  if (row === undefined) throw new Error('The import is gone.');
  const { header_row, fields, counts, total_rows, failure } = await desk.read(id);
  if (failure !== null) throw new Error(failure);
  const mapped = row.columns.filter(({ index }) => fields[String(index)] !== undefined);
  const reasons = await desk.sql<{ reason: string; rows: number }>(
    'select reason, count(*)::int as rows from import_rows where import_id = $1 and unread is null group by reason order by reason',
    [id],
  );
  const unread = await desk.sql<{ cell: string }>(
    `select row_number || ' ' || (cell ->> 'field') as cell from import_rows, jsonb_array_elements(unread) cell
     where import_id = $1 order by row_number`,
    [id],
  );
  return {
    encoding: row.encoding,
    delimiter: row.delimiter,
    header_row,
    made_by: row.made_by,
    sheets: row.sheets,
    sheet: row.sheet,
    warnings: row.warnings,
    mapping: Object.fromEntries(mapped.map(({ header, index }) => [header, fields[String(index)] ?? ''])),
    least_confidence: Math.min(...mapped.map(({ confidence }) => confidence)),
    rows: total_rows ?? 0,
    counts,
    reasons: Object.fromEntries(reasons.map(({ reason, rows }) => [reason, rows])),
    unread: unread.map(({ cell }) => cell),
    contacts: await contactsOf(desk, id),
  };
}

async function contactsOf(desk: ImportDesk, id: number) {
  const rows = await desk.sql<Record<string, unknown>>(
    `select c.import_row as row, c.first_name, c.last_name, c.phone, c.phone_type, c.phone_2, c.phone_2_type, c.phone_ext, c.phone_2_ext, c.email, c.email_2,
       c.company, c.address, c.city, c.state, c.zip_code, c.dob::text as dob, c.gender, c.language,
       nullif(c.type, 'lead') as type, c.category, c.source, s.name as status, g.name as group,
       c.follow_up_on::text as follow_up_on, n.body as note, d.captures
     from contacts c left join statuses s on s.id = c.status_id left join groups g on g.id = c.group_id
       left join notes n on n.contact_id = c.id left join data_captures d on d.contact_id = c.id
     where c.import_id = $1 order by c.import_row`,
    [id],
  );
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '')),
  );
}
