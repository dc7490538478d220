import { expect, test } from 'vitest';
import { createBreaker, Resting } from '../../server/adapters/circuit-breaker.ts';

const away = () => Promise.reject(new Error('away'));
const refused = () => Promise.reject(new Error('refused'));
const stopped = () => Promise.reject(new Error('stopped'));

/** A breaker that has rested: the next ask is the one try. */
async function rested(othersWait = true) {
  let time = 0;
  const breaker = createBreaker({
    failures: 3,
    restMs: 30_000,
    now: () => time,
    isFailure: (error) => error instanceof Error && error.message === 'away',
    isSilence: (error) => error instanceof Error && error.message === 'stopped',
    othersWait,
  });
  for (let failure = 0; failure < 3; failure += 1) await breaker.ask(away).catch(() => null);
  await expect(breaker.ask(() => Promise.resolve())).rejects.toThrow(Resting);
  time = 30_000;
  return breaker;
}

/** Asks of which the first is the try; how each ended, and how many were made. */
async function atOnce(work: () => Promise<unknown>, othersWait?: boolean) {
  const breaker = await rested(othersWait);
  let asked = 0;
  const ask = () =>
    breaker.ask(async () => {
      asked += 1;
      await Promise.resolve();
      return work();
    });
  const ended = await Promise.allSettled([ask(), ask(), ask()]);
  const words = ended.map((end) => (end.status === 'fulfilled' ? 'ok' : String(end.reason).split(':')[0]));
  return { asked, words };
}

test('after a rest others wait for the one try, and are asked once it succeeds', async () => {
  expect(await atOnce(() => Promise.resolve())).toEqual({ asked: 3, words: ['ok', 'ok', 'ok'] });
});

test('after a rest others rest on once the one try fails', async () => {
  expect(await atOnce(away)).toEqual({ asked: 1, words: ['Error', 'Resting', 'Resting'] });
});

test("other callers hear immediately that it is paused, where they don't wait", async () => {
  expect(await atOnce(() => Promise.resolve(), false)).toEqual({ asked: 1, words: ['ok', 'Resting', 'Resting'] });
});

test('a rejection of the single trial shows that the service works', async () => {
  const breaker = await rested();

  await expect(breaker.ask(refused)).rejects.toThrow('refused');
  await breaker.ask(away).catch(() => null);

  expect(await breaker.ask(() => Promise.resolve('back'))).toBe('back');
});

test('a try that is stopped says nothing, and the next one tries', async () => {
  const breaker = await rested();

  await expect(breaker.ask(stopped)).rejects.toThrow('stopped');
  await expect(breaker.ask(away)).rejects.toThrow('away');

  await expect(breaker.ask(() => Promise.resolve())).rejects.toThrow(Resting);
});
