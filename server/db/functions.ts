import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import type { PoolClient } from './pool.ts';
import { inTurn, type Log } from './run-migrations.ts';

export const FUNCTIONS = join(import.meta.dirname, 'functions');

/** Name in `schema_state` of what was last applied of a file. */
const stateOf = (file: string) => `functions:${file}`;

/**
 * Makes the functions of the database those of the folder: applies, in one transaction, each file that differs from what
 * was last applied.
 * @throws {StartFault} when that fails; then all stay as they were.
 */
export async function applyFunctions(client: PoolClient, log: Log, folder: string = FUNCTIONS): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from schema_state');
  const applied = new Map(rows.map(({ name, value }) => [name, value]));
  const changed = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
    .map((each) => ({ ...each, hash: createHash('sha256').update(each.text).digest('hex') }))
    .filter(({ file, hash }) => applied.get(stateOf(file)) !== hash);
  if (changed.length === 0) return;
  try {
    await inTurn(client, 'Functions', log, async () => {
      // They may call each other in any order.
      await client.query('set local check_function_bodies = off');
      for (const { file, text, hash } of changed) {
        await client.query(text);
        await client.query(
          'insert into schema_state (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
          [stateOf(file), hash],
        );
      }
    });
  } catch (error) {
    throw new StartFault(
      `The functions of the database failed: ${error instanceof Error ? error.message : 'no reason'}.`,
    );
  }
}
