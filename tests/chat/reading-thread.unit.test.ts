import { expect, test } from 'vitest';
import { carryOn } from '../../server/features/chat/search/answer/carry-on.ts';
import { NOTHING } from '../../server/features/chat/search/answer/standing.ts';
import { ReadingThread, TooSlowToRead } from '../../server/features/chat/search/thread/reading-thread.ts';
import { AGENCY_WORDS, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

const task = (message: string) => ({ standing: NOTHING, message, words: AGENCY_WORDS, today: TODAY });

/** Ends the reading that is under way. */
let endReading = (): void => undefined;

/** A thread of this script, instead of the one that reads; its limit is reached when a test says so. */
const threadOf = (script: string) =>
  new ReadingThread(
    new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; ${script}`)}`,
    ),
    (end) => {
      endReading = end;
      return () => undefined;
    },
  );

test('reads in its thread as here', async () => {
  const thread = new ReadingThread();
  const said = ['clients in Texas over 65', 'hot leads with a zzz, turning 65', 'thank you'];

  const read = await Promise.all(said.map((message) => thread.read(task(message))));

  expect(read.map(({ carried }) => carried)).toEqual(
    said.map((message) => carryOn(NOTHING, message, VOCABULARY, TODAY)),
  );
});

test('gives up a message that takes too long, and reads the ones behind it', async () => {
  const thread = threadOf(`
    parentPort.on('message', ({ id, task }) => {
      while (task.message === 'endless');
      parentPort.postMessage({ id, read: task.message });
    });
    parentPort.postMessage({ ready: true });`);
  const [one, endless, two] = ['one', 'endless', 'two'].map((said) => thread.read(task(said)));

  expect(await one).toBe('one');
  endReading();

  await expect(endless).rejects.toThrow(TooSlowToRead);
  expect(await two).toBe('two');
});

test('fails the message that its thread dies of, and no other', async () => {
  const thread = threadOf(`
    parentPort.on('message', ({ id, task }) => {
      if (task.message === 'deadly') throw new Error('out of memory');
      parentPort.postMessage({ id, read: task.message });
    });
    parentPort.postMessage({ ready: true });`);

  const read = await Promise.allSettled(['deadly', 'one'].map((said) => thread.read(task(said))));

  expect(read).toMatchObject([{ reason: { message: 'out of memory' } }, { value: 'one' }]);
});

test('fails every message when it cannot start, and starts again for the next', async () => {
  const thread = threadOf(`throw new Error('no such module');`);

  const read = await Promise.allSettled(['one', 'two'].map((said) => thread.read(task(said))));

  expect(read.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(thread.read(task('three'))).rejects.toThrow('no such module');
});
