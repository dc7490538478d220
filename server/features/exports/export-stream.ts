import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import type { ExportColumn, ExportFormat } from '#contract/exports.contract.ts';
import type { PoolClient } from '../../db/pool.ts';
import { csvBytes, workbookBytes } from './export-bytes.ts';
import type { Ending } from './exports.sql.ts';
import { UnwritableFile } from './sheet/unwritable-file.ts';

/** Milliseconds in which a reader must take something. Our choice: a stalled connection is not held longer. */
const STALL_MS = 60_000;

/**
 * Bytes that a reader must take per this many milliseconds of waiting, or lose its slot. Our choice: an eighth of a
 * one-megabit line, so that a slot is not held longer.
 */
const LEAST = { bytes: 2 * 1024 * 1024, ms: 120_000 } as const;

/** Bytes that wait for the reader. Ours: a few pieces of a connection. */
const WAITING_BYTES = 256 * 1024;

export interface Exporting {
  /** In a snapshot in which `rows` were counted. */
  readonly client: PoolClient;
  readonly copy: string;
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly rows: number;
  readonly now: () => Date;
  /** Stores the outcome of the file; the file ends after that. */
  readonly end: (ending: Ending) => Promise<void>;
}

/**
 * Bytes of a file while they are read. Ends only when the file is complete and its manifest is stored; anything else,
 * `gone` included, destroys it, and the connection with it.
 */
export function exportStream(exporting: Exporting, gone: AbortSignal): Readable {
  const { client, end } = exporting;
  let isOver = false;
  let waiting: NodeJS.Timeout | undefined;
  const giveUp = (failure: string) => {
    if (isOver) return;
    isOver = true;
    client.release(true);
    end({ rows: null, bytes: null, sha256: null, failure }).catch(() => undefined);
  };

  const stall = () => {
    giveUp('The download stopped.');
    stream.destroy(new Error('The download stopped.'));
  };

  const isTooSlow = paceOf(exporting.now);

  async function* parts(): AsyncGenerator<Buffer> {
    const { copy, format, columns, rows } = exporting;
    const [hash, copied] = [createHash('sha256'), client.query(copyTo(copy, { highWaterMark: WAITING_BYTES }))];
    // A connection that breaks while nothing is read still notifies the copy.
    copied.on('error', () => undefined);
    let bytes = 0;
    try {
      for await (const part of format === 'csv' ? csvBytes(columns, copied) : workbookBytes(columns, copied)) {
        hash.update(part);
        bytes += part.length;
        // A slow database is no slow reader.
        waiting = setTimeout(stall, STALL_MS);
        const since = exporting.now();
        yield part;
        clearTimeout(waiting);
        if (isTooSlow(part.length, since)) throw new SlowReader('The download was too slow.');
      }
      if (copied.rowCount !== rows) throw new Error(`${copied.rowCount} contacts were read instead of ${rows}.`);
      // The lock marks it as alive until its manifest is stored.
      await end({ rows, bytes, sha256: hash.digest('hex'), failure: null });
    } catch (error) {
      giveUp(
        error instanceof UnwritableFile || error instanceof SlowReader
          ? error.message
          : "The server couldn't finish the file.",
      );
      throw error;
    }
    if (isOver) return;
    isOver = true;
    // Nothing was written: the outcome of the transaction doesn't matter, but it releases the snapshot.
    await client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    );
  }

  const stream = Readable.from(parts(), { objectMode: false, highWaterMark: WAITING_BYTES });
  const left = () => giveUp('The download ended early.');
  if (gone.aborted) left();
  gone.addEventListener('abort', left);
  stream.once('close', () => {
    clearTimeout(waiting);
    left();
  });
  return stream;
}

/** A reader who takes the file too slowly. */
class SlowReader extends Error {}

/** True when a reader has been below the minimum rate, checked after each part offered `since`. */
function paceOf(now: () => Date): (bytes: number, since: Date) => boolean {
  let [taken, waited] = [0, 0];
  return (bytes, since) => {
    taken += bytes;
    waited += now().getTime() - since.getTime();
    if (waited < LEAST.ms) return false;
    const isBelow = taken < LEAST.bytes;
    [taken, waited] = [0, 0];
    return isBelow;
  };
}
