import type { ImportAttempt, ImportForm } from '#contract/imports.contract.ts';
import { readImportAttempt, startImport, validateImport } from '#contract/imports.contract.ts';
import { importsJobs } from '../../server/features/imports/imports.jobs.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

/** An application whose jobs run when a test says so, in the test's own process. */
export interface ImportDesk extends TestApp {
  readonly agent: Client;
  /** Uploads a file; answers the draft. */
  upload(csv: string, form?: ImportForm, by?: Client): Promise<ImportAttempt>;
  /** Uploads, starts and runs a file to its end. */
  importFile(csv: string, form?: ImportForm, by?: Client): Promise<ImportAttempt>;
  check(id: number): Promise<void>;
  run(id: number): Promise<void>;
  undo(id: number): Promise<void>;
  read(id: number): Promise<ImportAttempt>;
  /** Runs a statement as the owner of the schema. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export async function openImportDesk(): Promise<ImportDesk> {
  const it = await openApp();
  const agent = await it.signIn('agent');
  const jobs = importsJobs(it.deps);
  const { signal } = new AbortController();
  const data = (importId: number) => ({ accountId: it.world.accountId, importId });
  const upload: ImportDesk['upload'] = async (csv, form = {}, by = agent) => {
    const answer = await by.call(validateImport, { body: form, file: new File([csv], 'list.csv') });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data;
  };
  const read: ImportDesk['read'] = async (id) => (await agent.call(readImportAttempt, { params: { id } })).body.data;
  const run = (id: number) => jobs['imports.run'](data(id), signal);
  return {
    ...it,
    agent,
    upload,
    run,
    read,
    check: (id) => jobs['imports.check'](data(id), signal),
    undo: (id) => jobs['imports.undo'](data(id), signal),
    importFile: async (csv, form, by = agent) => {
      const { id } = await upload(csv, form, by);
      const started = await by.call(startImport, { body: { import_id: id } });
      if (started.status !== 200) throw new Error(JSON.stringify(started.body));
      await run(id);
      return (await by.call(readImportAttempt, { params: { id } })).body.data;
    },
    sql: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await it.owner.query<Row & object>(text, [...values])).rows,
  };
}
