import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { UnreadableFile } from '../file/unreadable-file.ts';
import type { SheetHead } from './read-sheet.ts';
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker.ts';

/** Megabytes of memory that one thread may use: the texts that cells share, and a piece. Ours. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 } as const;

const TOO_LARGE = 'The file is too large to read. Save the list as CSV and upload that.';

/** Bytes of a file after which its thread ends: what a larger one leaves in memory would stay. Ours. */
const KEPT_AFTER = 5 * 2 ** 20;

/** A thread that reads one workbook after the other. */
interface Thread {
  readonly worker: Worker;
  /** Settles when the thread ends, whenever that is. */
  readonly ended: Promise<null>;
}

/**
 * The thread that waits for the next workbook. To start one loads a WebAssembly module, and to end one frees it, which
 * V8 sometimes dies of ("Check failed: jit_page.has_value()", Node 24).
 */
let waiting: Thread | null = null;

/** The first rows of every sheet that can be seen. @throws {UnreadableFile} and when the signal aborts. */
export async function readHeads(file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<readonly SheetHead[]> {
  let heads: readonly SheetHead[] | undefined;
  for await (const answer of ask({ file, sheet: null }, signal)) if ('heads' in answer) heads = answer.heads;
  if (heads === undefined) throw new Error('The thread ended without an answer.');
  return heads;
}

/** One sheet as CSV in UTF-8, piece by piece. Fails like `readHeads`. */
export const openSheet = (file: Uint8Array<ArrayBuffer>, sheet: number, signal: AbortSignal): Readable =>
  Readable.from(pieces(file, sheet, signal), { objectMode: false });

async function* pieces(file: Uint8Array<ArrayBuffer>, sheet: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const answer of ask({ file, sheet }, signal)) if ('piece' in answer) yield answer.piece;
}

/**
 * Reads a workbook in a separate thread with its own memory; the thread waits until its last answer is consumed.
 * `task.file` is transferred and empty here afterward.
 */
async function* ask(task: WorkbookTask, signal: AbortSignal): AsyncGenerator<WorkbookAnswer> {
  signal.throwIfAborted();
  const isSmall = task.file.byteLength <= KEPT_AFTER;
  const thread = takeThread();
  const { worker, ended } = thread;
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop);
  let isDone = false;
  try {
    worker.postMessage(task, [task.file.buffer as ArrayBuffer]);
    for (;;) {
      const answer = await Promise.race([nextAnswer(worker), ended]);
      signal.throwIfAborted();
      isDone = answer !== null && ('ended' in answer || 'failure' in answer);
      if (answer === null || 'ended' in answer) return;
      if ('failure' in answer) throw new UnreadableFile(answer.failure);
      yield answer;
      signal.throwIfAborted();
      worker.postMessage('more');
    }
  } finally {
    signal.removeEventListener('abort', stop);
    if (isDone && isSmall && waiting === null) keepThread(thread);
    else await worker.terminate();
  }
}

function takeThread(): Thread {
  const thread = waiting ?? startThread();
  waiting = null;
  thread.worker.ref();
  return thread;
}

function startThread(): Thread {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { resourceLimits: LIMITS, execArgv: [] });
  const ended = endOf(worker);
  // Awaited while it reads; until then it has no listener.
  ended.catch(() => undefined);
  worker.once('exit', () => {
    if (waiting?.worker === worker) waiting = null;
  });
  return { worker, ended };
}

function keepThread(thread: Thread): void {
  waiting = thread;
  // A process ends without waiting for it.
  thread.worker.unref();
}

const nextAnswer = (worker: Worker) =>
  new Promise<WorkbookAnswer>((resolve) => {
    worker.removeAllListeners('message').once('message', resolve);
  });

/** The end of the thread, whenever it comes. */
const endOf = (worker: Worker) =>
  new Promise<null>((resolve, reject) => {
    worker.once('error', (error) => {
      const isFull = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isFull ? new UnreadableFile(TOO_LARGE) : error);
    });
    worker.once('exit', () => resolve(null));
  });
