import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Storage } from '../../../adapters/storage/storage.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { emitEvents } from '../../../events.ts';
import { Refusal } from '../../../errors.ts';
import type { JobData } from '../../../jobs/job-queue.ts';
import { UnreadableFile } from '../file/unreadable-file.ts';
import type { SheetHead } from './read-sheet.ts';
import { readHeads } from './read-workbook.ts';

/** Milliseconds that the first rows may take, and that a request waits for them. Ours: it answers within 12 s. */
const READ_MS = 9_000;
const WAIT_MS = 10_000;

/** Milliseconds between two looks without an event, as in a process that only runs jobs, and after it. Ours. */
const LOOK_MS = { unheard: 1_000, heard: 200 } as const;

const SLOW = 'The file takes too long to read. Save the list as CSV and upload that.';

/** No socket can follow it. */
const workbookStream = (fileKey: string) => `workbook:${fileKey}`;

/** Destination of the job's result. */
export const headsKey = (fileKey: string) => `${fileKey}-heads`;

type Answer = { readonly heads: readonly SheetHead[] } | { readonly failure: string };

/** Job `imports.read`: reads the first rows of every sheet in a separate thread, for the waiting request. */
export async function readWorkbook(
  { storage }: Pick<Deps, 'storage'>,
  { fileKey }: JobData['imports.read'],
  signal: AbortSignal,
): Promise<void> {
  const file = await loadWorkbook(storage, fileKey).catch(() => null);
  if (file !== null) {
    const answer = await answerOf(file, signal);
    await storage.save(headsKey(fileKey), Readable.from([Buffer.from(JSON.stringify(answer))]));
  }
  // The caller may have given up; then the result is deleted with the file.
  await storage.open(fileKey, { start: 0, end: 0 }).then(
    (source) => void source.destroy(),
    () => storage.remove(headsKey(fileKey)),
  );
}

async function answerOf(file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Answer> {
  const limit = AbortSignal.timeout(READ_MS);
  try {
    return { heads: await readHeads(file, AbortSignal.any([signal, limit])) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { failure: error.message };
    if (limit.aborted) return { failure: SLOW };
    throw error;
  }
}

/** Tells the waiting request, wherever it runs, that the workbook was read. */
export const tellRead = ({ pool }: Pick<Deps, 'pool'>, { accountId, fileKey }: JobData['imports.read']) =>
  withAccount(pool, { accountId }, (tx) =>
    emitEvents(tx, accountId, [{ stream: workbookStream(fileKey), body: { type: 'workbook.read' } }]),
  );

/** Has a job read an uploaded workbook and waits for it. @throws {UnreadableFile} and {Refusal} `unavailable` */
export async function askForHeads(deps: Deps, accountId: number, fileKey: string): Promise<readonly SheetHead[]> {
  const read = new AbortController();
  const stop = deps.pubSub.subscribe((events) => {
    if (events.some(({ stream }) => stream === workbookStream(fileKey))) read.abort();
  });
  try {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.enqueue(tx, 'imports.read', { accountId, fileKey }, fileKey),
    );
    const until = performance.now() + WAIT_MS;
    while (performance.now() < until) {
      // The event ends one pause; if the storage doesn't answer then, the looks go on.
      if (read.signal.aborted) await sleep(LOOK_MS.heard);
      else await sleep(LOOK_MS.unheard, undefined, { signal: read.signal }).catch(() => undefined);
      const source = await deps.storage.open(headsKey(fileKey)).catch(() => null);
      if (source !== null) return headsIn(await text(source));
    }
  } finally {
    stop();
  }
  throw new Refusal('unavailable', "Couldn't read the file. Try again in a minute.", { retryAfter: 60 });
}

/** Heads of a stored workbook. @throws {UnreadableFile} when it no longer exists. */
export async function keptHeads(storage: Storage, fileKey: string): Promise<readonly SheetHead[]> {
  const source = await storage.open(headsKey(fileKey)).catch(() => null);
  if (source === null) throw new UnreadableFile('The uploaded file is missing. Upload it again.');
  return headsIn(await text(source));
}

function headsIn(written: string): readonly SheetHead[] {
  const answer = JSON.parse(written) as Answer;
  if ('failure' in answer) throw new UnreadableFile(answer.failure);
  return answer.heads;
}

/** A workbook in its own memory, ready to move to a thread. */
export async function loadWorkbook(storage: Storage, fileKey: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of (await storage.open(fileKey)) as AsyncIterable<Buffer>) parts.push(part);
  const file = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
