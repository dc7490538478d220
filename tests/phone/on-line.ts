import { type ExpectStatic, test } from 'vitest';
import type { VoiceBrowser } from './voice-browser.ts';
import { type BenchOptions, openVoiceBench, type VoiceBench } from './voice-bench.ts';

/** People of the bench, and what each of them says. */
export const NORA = 10;
export const BEN = 20;
export const CAL = 30;
export const OUTBOUND = 1;
export const INBOUND = 2;
export const sidOf = (digit: string) => `CA${digit.repeat(32)}`;
export const agents = (userIds: readonly number[], callId = INBOUND, sid = sidOf('b')) =>
  ({ kind: 'agents', callId, sid, accountId: 1, userIds }) as const;

/** `expect` of this test, since others run in parallel. */
type Run = (bench: VoiceBench, expect: ExpectStatic) => Promise<void>;

/** A test with its own line. Calls take their time, so several run in parallel. */
export function onLine(title: string, run: Run, options: BenchOptions = {}): void {
  test.concurrent(title, async ({ expect }) => {
    const bench = await openVoiceBench(options);
    try {
      await run(bench, expect);
    } finally {
      await bench.close();
    }
  });
}

/** A call of Nora's that Ben has taken, with sound both ways. */
export async function talk(
  bench: VoiceBench,
): Promise<{ nora: VoiceBrowser; ben: VoiceBrowser; sid: string; token: string; inbound: string }> {
  bench.routes.set(OUTBOUND, agents([BEN]));
  const [nora, ben] = [await bench.browser(NORA), await bench.browser(BEN)];
  const own = await nora.dial(OUTBOUND);
  const inbound = await ben.accept();
  const { sid, reconnect: token } = await nora.answered(own);
  nora.soundOf(sid).say(NORA);
  ben.soundOf(inbound).say(BEN);
  await Promise.all([nora.soundOf(sid).hears(BEN), ben.soundOf(inbound).hears(NORA)]);
  return { nora, ben, sid, token, inbound };
}
