import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFile } from '#contract/files.contract.ts';
import { attachFiles } from '../../server/features/files/attach-files.ts';
import { checkFile } from '../../server/features/files/check-file.ts';
import { filesRoutes } from '../../server/features/files/files.routes.ts';
import { runImport } from '../../server/features/imports/run/run-import.ts';
import { importsRoutes } from '../../server/features/imports/imports.routes.ts';
import { sessionRoutes } from '../../server/features/session/session.routes.ts';
import type { Username } from '../_db/world.ts';
import { type Client, type OpenOptions, openApp, type TestApp } from '../_api/app.ts';

/** The small world with files, and the jobs of files run by hand. */
export interface FilesDesk extends TestApp {
  /** Creates a contact of a user; returns its id. */
  contact(owner: Username, values?: Record<string, unknown>): Promise<number>;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Uploads as a user; returns the response, with any status. */
  upload(client: Client, contactId: number, name: string, content: Buffer | string, body?: object): Promise<Uploaded>;
  /** Checks every file that waits for it. */
  check(signal?: AbortSignal): Promise<void>;
  /** Works on every ZIP until nothing moves any more, with the imports that it starts. */
  attach(): Promise<void>;
  /** Names in the storage. */
  stored(): string[];
  /** No files any more, neither rows nor bytes. */
  clear(): Promise<void>;
  /** A request without any cookie. */
  fetch(path: string, headers?: Record<string, string>): Promise<Response>;
}

type Uploaded = Awaited<ReturnType<typeof uploadFile>>;

const uploadFile = (client: Client, contactId: number, file: File, body: object) =>
  client.call(createFile, { params: { id: contactId }, body, file });

export async function openFilesDesk(options: OpenOptions = {}): Promise<FilesDesk> {
  const it = await openApp({ features: [sessionRoutes, filesRoutes, importsRoutes], ...options });
  const { deps, owner, world } = it;
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await owner.query(text, [...values])).rows as Row[];
  let number = 100;
  return {
    ...it,
    sql,
    contact: async (username, values = {}) => {
      const { accountId, businessUnitId, id } = world.people[username];
      const row = {
        account_id: accountId,
        business_unit_id: businessUnitId,
        owner_id: id,
        number: number++,
        first_name: 'Ana',
        last_name: 'Ruiz',
        ...values,
      };
      const columns = Object.keys(row);
      const [made] = await sql<{ id: number }>(
        `insert into contacts (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
        Object.values(row),
      );
      return made?.id ?? 0;
    },
    upload: (client, contactId, name, content, body = {}) =>
      uploadFile(client, contactId, new File([new Uint8Array(Buffer.from(content))], name), body),
    check: async (signal = new AbortController().signal) => {
      const waiting = await sql<{ account_id: number; id: number }>(
        `select account_id, id from files where state = 'checking'`,
      );
      for (const { account_id: accountId, id: fileId } of waiting) await checkFile(deps, { accountId, fileId }, signal);
    },
    attach: async () => {
      const { signal } = new AbortController();
      for (let round = 0; round < 3; round += 1) {
        for (const row of await sql<{ account_id: number; id: number }>(
          'select account_id, id from attachment_imports where finished_at is null order by id',
        )) {
          await attachFiles(deps, { accountId: row.account_id, attachmentImportId: row.id }, signal);
        }
        for (const row of await sql<{ account_id: number; id: number }>(
          `select account_id, id from imports where status = 'queued'`,
        )) {
          await runImport(deps, { accountId: row.account_id, importId: row.id }, signal);
        }
      }
    },
    clear: async () => {
      await sql('truncate files, attachment_imports, attachment_import_entries, audit_log cascade');
      for (const name of readdirSync(join(deps.config.dataDir, 'files')))
        rmSync(join(deps.config.dataDir, 'files', name));
    },
    stored: () => readdirSync(join(deps.config.dataDir, 'files')).toSorted(),
    fetch: (path, headers = {}) => fetch(it.url + path, { headers }),
  };
}
