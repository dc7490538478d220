import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileType } from '#contract/files.contract.ts';
import { FileRefusal } from './file-types.ts';
import type { Cut } from './picture.ts';
import { OUTPUTS, REFUSED } from './picture-wire.ts';

const CHILD = join(import.meta.dirname, 'picture-child.ts');

/** Milliseconds that one picture may take. Ours: one of 50 million points took 22 s on a busy machine. */
const LIMIT_MS = 120_000;

/** Heap of its process in megabytes; pictures are outside of it. Our choice. */
const HEAP_MB = 64;

/** A process ended on request, together with ours, as when a terminal is closed. That says nothing about the image. */
const ASKED: readonly (string | null)[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const SLOW = 'The image takes too long to read. Save a smaller version.';
const CRASHED = "Couldn't read the image. It's damaged or needs too much memory.";

export interface PictureTask<T> {
  readonly type: FileType;
  /** Absent: `whole`. */
  readonly cut?: Cut;
  open(): Promise<Readable>;
  /** Receives one result while it arrives; the caller removes it when this fails. */
  keep(picture: Readable): Promise<T>;
}

type Kept<T> = { readonly [Name in keyof typeof OUTPUTS]: T };

/** The picture that is made now, or its end. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Re-encodes an image and makes smaller ones, in a separate process: the cost of a hostile or large one ends with that
 * process. It gets neither our secrets nor our memory; bytes pass through in chunks. One runs at a time, because 50
 * megapixels may take 600 MB.
 * @throws {FileRefusal} when it isn't an image, is too large, or ends the process. Throws also when storage is down and
 * when the signal aborts.
 * @param limitMs how long this picture may take once it is its turn.
 */
export function makePicturesInProcess<T>(
  task: PictureTask<T>,
  signal: AbortSignal,
  limitMs = LIMIT_MS,
): Promise<Kept<T>> {
  const mine = turn.then(() => make(task, signal, limitMs));
  turn = mine.catch(() => undefined);
  return mine;
}

async function make<T>(
  { type, cut = 'whole', open, keep }: PictureTask<T>,
  signal: AbortSignal,
  limitMs: number,
): Promise<Kept<T>> {
  signal.throwIfAborted();
  const source = await open();
  const late = AbortSignal.timeout(limitMs);
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, CHILD, type, cut], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const pipes: readonly unknown[] = child.stdio;
  const kill = () => void child.kill('SIGKILL');
  const limits = AbortSignal.any([signal, late]);
  limits.addEventListener('abort', kill);
  const ended = endOf(child);
  try {
    const pipe = (name: keyof typeof OUTPUTS) => keep(pipes[OUTPUTS[name]] as Readable);
    const works = [feed(source, pipes[0] as Writable), pipe('whole'), pipe('view'), pipe('thumb')] as const;
    // A failure ends the process, which ends the other works.
    for (const work of works) work.catch(kill);
    const reason = text(pipes[1] as Readable);
    await Promise.allSettled(works);
    const how = await ended;
    signal.throwIfAborted();
    const [, whole, view, thumb] = await Promise.all(works);
    if (late.aborted) throw new FileRefusal(SLOW);
    if (how === REFUSED) throw new FileRefusal(await reason);
    if (how !== 0) throw asError(how);
    return { whole, view, thumb };
  } finally {
    limits.removeEventListener('abort', kill);
  }
}

/** An exit code, the name of the signal that ended it, or why it could not start. */
type End = number | string | Error;

const endOf = (child: ChildProcess) =>
  new Promise<End>((resolve) => {
    child.once('error', resolve).once('exit', (code, by) => resolve(by ?? code ?? 1));
  });

/** A process that receives no more has its own reason. @throws the failure of `source` */
const feed = (source: Readable, target: Writable) =>
  new Promise<void>((resolve, reject) => {
    target.once('error', () => source.destroy()).once('close', resolve);
    source.once('error', reject).once('close', resolve);
    source.pipe(target);
  });

/** V8 and libvips end their process by a signal; one that ends by an exception is broken, whatever the image. */
function asError(how: End): Error {
  if (how instanceof Error) return how;
  const cause = new Error(`The process of the picture ended: ${how}.`);
  return typeof how === 'string' && !ASKED.includes(how) ? new FileRefusal(CRASHED, { cause }) : cause;
}
