import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE, createPool, type Pool } from '../../server/db/pool.ts';
import { followTestClock } from './database-clock.ts';

export interface TestDatabase {
  /** Connects as the owner. */
  url: string;
  /** Connects as the owner, past row-level security. */
  pool: Pool;
  /** Connects as the restricted role, like `web` and `jobs`. */
  appPool: Pool;
  close(): Promise<void>;
}

/** The copy for the file that comes next, made while this one runs: files of one worker share this module. */
let next: Promise<string> | undefined;

/** A database of its own for a test file, with every migration and nothing in it. */
export async function openDatabase(): Promise<TestDatabase> {
  const name = await (next ?? copyTemplate());
  next = copyTemplate();
  // The next caller gets the error.
  next.catch(() => undefined);
  await administer(followTestClock(name));
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  const pool = createPool({ url: url.href });
  const appPool = createPool({ url: url.href, role: APP_ROLE });
  return {
    url: url.href,
    pool,
    appPool,
    close: async () => {
      await Promise.all([pool.end(), appPool.end()]);
      await administer(`drop database ${name} with (force)`);
    },
  };
}

/** Copies the files themselves, where the default strategy writes each page twice. */
async function copyTemplate(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = new URL(inject('databaseUrl')).pathname.slice(1);
  await administer(`create database ${name} template ${template} strategy file_copy`);
  return name;
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('databaseUrl'));
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
