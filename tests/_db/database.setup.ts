import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { REPORT, startRecording } from '../_locks/start-recording.ts';
import { followTestClock, TEST_CLOCK } from './database-clock.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated template, as its owner; `openDatabase` copies it. */
    databaseUrl: string;
  }
}

/** One PostgreSQL for the run, and in it a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeRunFolder('bellwether-test');
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'this-run' });
  const tearDown = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const template = withDatabase(postgres.url, 'template_bellwether');
    await run(postgres.url, `create database template_bellwether`);
    await run(template, TEST_CLOCK);
    await run(postgres.url, followTestClock('template_bellwether'));
    await migrate({ url: template, log: () => undefined });
    project.provide('databaseUrl', template);
    const report = process.env[REPORT];
    if (report === undefined) return tearDown;
    const stopRecording = await startRecording(postgres.url, template, dataDir, report);
    return async () => {
      try {
        await stopRecording();
      } finally {
        await tearDown();
      }
    };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
