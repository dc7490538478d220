import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Made, makeBackup } from '../../server/operations/backup/make-backup.ts';
import { createSeal } from '../../server/seal.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld, type World } from '../_db/world.ts';

export const SECRET_KEY = Buffer.alloc(32, 7);
export const FILE_KEY = 'upload-0001';
export const CONTACT_FILE_KEY = 'file-0001';
export const STREAM = 'contacts:1';
export const CONTACTS = 200;

/** A database with something of everything, and the files of its storage. */
export interface BackupWorld {
  readonly database: TestDatabase;
  readonly world: World;
  /** Holds `files`, `backups` and whatever a test puts there; goes with the world. */
  readonly base: string;
  backUp(options?: {
    key?: Buffer | null;
    withKeys?: boolean;
    into?: string;
    /** When it begins. */
    at?: string;
    /** Absent means the database of the world. */
    url?: string;
    /** Absent means `test`. */
    installation?: string;
  }): Promise<Made>;
  /** A copy of a backup, to be broken. */
  copyOf(made: Made): string;
  close(): Promise<void>;
}

export async function openBackupWorld(): Promise<BackupWorld> {
  const database = await openDatabase();
  const base = mkdtempSync(join(tmpdir(), 'bellwether-backup-'));
  const filesFolder = join(base, 'files');
  mkdirSync(filesFolder);
  writeFileSync(join(filesFolder, CONTACT_FILE_KEY), 'paper');
  writeFileSync(join(filesFolder, FILE_KEY), 'First,Last\nZoë,Ortiz\n');
  const world = await makeWorld(database.pool);
  await furnish(database, world);
  let copies = 0;
  return {
    database,
    world,
    base,
    backUp: ({
      key = null,
      withKeys = false,
      into = join(base, 'backups'),
      at,
      url = database.url,
      installation = 'test',
    } = {}) =>
      makeBackup({
        url,
        source: 'test',
        installation,
        filesFolder,
        into,
        app: '0.2.37',
        key,
        secretKeys: [SECRET_KEY],
        withKeys,
        now: () => (at === undefined ? new Date() : new Date(at)),
      }),
    copyOf: ({ folder }) => {
      copies += 1;
      const copy = join(base, `copy-${copies}`);
      cpSync(folder, copy, { recursive: true });
      return copy;
    },
    close: async () => {
      await database.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function furnish({ pool }: TestDatabase, { accountId, people }: World): Promise<void> {
  const { agent } = people;
  await pool.query(
    `insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name, address)
     select $1, g, $2, $3, 'Zoë', E'back\\\\slash\\tand\\nline ' || g, '' from generate_series(1, $4::int) g`,
    [accountId, agent.businessUnitId, agent.id, CONTACTS],
  );
  await pool.query(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key)
     values ($1, $2, $2, $2, 'people.csv', 21, $3)`,
    [accountId, agent.id, FILE_KEY],
  );
  await pool.query(
    `insert into files (account_id, contact_id, user_id, kind, name, type, bytes, file_key, state, created_at, updated_at)
     select account_id, id, owner_id, 'file', 'licence.txt', 'txt', 5, $1, 'ready', now(), now() from contacts limit 1`,
    [CONTACT_FILE_KEY],
  );
  await pool.query(`insert into two_factors (user_id, account_id, seed) values ($1, $2, $3)`, [
    people.manager.id,
    accountId,
    createSeal([SECRET_KEY]).seal('SEED', `user:${people.manager.id}`),
  ]);
  await pool.query(
    `insert into audit_log (account_id, actor_id, acting_as_id, action) values ($1, $2, $2, 'contact.created')`,
    [accountId, agent.id],
  );
  await pool.query(`insert into events (account_id, stream, body) values ($1, $2, '{"type":"x"}')`, [
    accountId,
    STREAM,
  ]);
  await pool.query('select * from number_events(10)');
  await pool.query(`insert into pgboss.job (name, data) values ('imports.run', '{"importId":1}')`);
}
