import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { keepRealClock } from '../_db/test-clock.ts';
import { mayMount, mountDisk } from './small-disk.ts';

keepRealClock();

/** Megabytes: a fresh cluster takes about 60. */
const DISK_MB = 120;

/** Runs a test with PostgreSQL on a disk of its own. */
async function onSmallDisk(
  work: (postgres: EmbeddedPostgres, disk: ReturnType<typeof mountDisk>, cluster: string) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-full-'));
  chmodSync(dataDir, 0o755);
  const disk = mountDisk(join(dataDir, 'postgres'), DISK_MB);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      await work(postgres, disk, join(dataDir, 'postgres', 'data'));
    } finally {
      disk.free();
      await postgres.stop();
    }
  } finally {
    disk.unmount();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const NEXT_SEGMENT = `select pg_logical_emit_message(false, 'full', repeat('x', 1000)), pg_switch_wal()`;

describe.runIf(mayMount())('a full disk', () => {
  test('that ended PostgreSQL is named, and room on it brings everything back', async () => {
    await onSmallDisk(async (postgres, disk, cluster) => {
      const client = new pg.Client({ connectionString: postgres.url });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('create table kept as select 1 as id');
      disk.fill();
      for (let alive = true; alive; ) alive = await client.query(NEXT_SEGMENT).then(yes, no);
      await expect.poll(() => postgres.isRunning(), { timeout: 10_000 }).toBe(false);

      await expect(postgres.revive()).rejects.toThrow(
        `The disk of ${cluster} is full. PostgreSQL restarts once there is space on it.`,
      );
      disk.free();
      await postgres.revive();

      const again = new pg.Client({ connectionString: postgres.url });
      await again.connect();
      expect((await again.query('select * from kept')).rows).toEqual([{ id: 1 }]);
      await again.end();
    });
  });
});

const yes = () => true;
const no = () => false;
