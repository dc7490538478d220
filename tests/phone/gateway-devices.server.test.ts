import { describe } from 'vitest';
import { BEN, NORA, onLine, OUTBOUND, talk } from './on-line.ts';

/** Seconds that a token lasts: long enough to register on a busy computer. */
const SOON_OVER_S = 2;

describe.concurrent('a device', () => {
  onLine('learns who it is and how long its token lasts', async (bench, expect) => {
    const nora = await bench.stranger();
    nora.send('listen', { token: '10/600' });
    expect(await nora.next('connected')).toEqual({
      region: 'embedded',
      edge: 'embedded',
      home: 'embedded',
      gateway: 'this process',
      token: { identity: 'user-10', ttl: 600 },
    });
  });

  for (const [token, code] of [
    ['nonsense', 31_204],
    ['old', 31_205],
  ] as const) {
    onLine(`is not let in with the token "${token}"`, async (bench, expect) => {
      const nora = await bench.stranger();
      nora.send('listen', { token });
      expect(await nora.next('error')).toMatchObject({ error: { code } });
    });
  }

  onLine('is not heard before its token', async (bench, expect) => {
    bench.routes.set(OUTBOUND, { kind: 'echo' });
    const nora = await bench.stranger();
    await nora.dial(OUTBOUND);
    expect(await nora.next('error')).toMatchObject({ error: { code: 31_204 } });
    expect(bench.kinds(OUTBOUND)).toEqual([]);
  });

  onLine('cannot be called any more once its token is over, until it shows a new one', async (bench, expect) => {
    const nora = await bench.browser(NORA, SOON_OVER_S);
    expect(await nora.next('error')).toMatchObject({ error: { code: 31_205 } });
    await nora.next('offline');
    await nora.register('10/600');
    await expect
      .poll(() => bench.devices)
      .toEqual([
        [NORA, 1],
        [NORA, 0],
        [NORA, 1],
      ]);
  });

  onLine('is counted with the others of its agent, and not after it is gone', async (bench, expect) => {
    await bench.browser(NORA);
    const second = await bench.browser(NORA);
    second.drop();
    await expect
      .poll(() => bench.devices)
      .toEqual([
        [NORA, 1],
        [NORA, 2],
        [NORA, 1],
      ]);
  });

  onLine('does not dial once its token is over', async (bench, expect) => {
    bench.routes.set(OUTBOUND, { kind: 'echo' });
    const nora = await bench.browser(NORA, SOON_OVER_S);
    await nora.next('offline');
    const own = await nora.dial(OUTBOUND);
    expect(await nora.next('hangup')).toMatchObject({ callsid: own, error: { code: 31_205 } });
    expect(bench.kinds(OUTBOUND)).toEqual([]);
  });

  onLine(
    'leaves when its session ends, and so does its call',
    async (bench, expect) => {
      const { nora, ben, sid, inbound } = await talk(bench);
      bench.signedOut.add(NORA);
      expect(await nora.next('hangup')).toEqual({ callsid: sid });
      expect(await nora.next('error')).toMatchObject({ error: { code: 31_204 } });
      expect(await nora.closed).toBe(1001);
      expect(await ben.next('hangup')).toEqual({ callsid: inbound });
      expect(await bench.ended(OUTBOUND)).toMatchObject({
        outcome: 'completed',
        by: 'line',
        reason: 'The session ended.',
      });
    },
    { sessionMs: 30 },
  );

  onLine(
    'that is away when its session ends takes its call with it',
    async (bench, expect) => {
      const { nora, ben } = await talk(bench);
      nora.drop();
      await expect.poll(() => bench.kinds(OUTBOUND)).toContain('reconnecting');
      bench.signedOut.add(NORA);
      await ben.next('hangup');
      expect(await bench.ended(OUTBOUND)).toMatchObject({ reason: 'The session ended.' });
    },
    { sessionMs: 30 },
  );

  onLine('is the last of ten of one person', async (bench, expect) => {
    for (let count = 0; count < 10; count += 1) await bench.browser(NORA);
    const late = await bench.stranger();
    late.send('listen', { token: '10/600' });
    expect(await late.closed).toBe(1013);
    await bench.browser(BEN);
  });

  onLine('that floods the line is cut off', async (bench, expect) => {
    const nora = await bench.browser(NORA);
    for (let count = 0; count < 60; count += 1) nora.send('listen', { token: 'slow' });
    expect(await nora.closed).toBe(1006);
  });
});
