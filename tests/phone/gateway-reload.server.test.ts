import { type ExpectStatic, describe } from 'vitest';
import { BEN, CAL, INBOUND, NORA, onLine, OUTBOUND, talk } from './on-line.ts';
import { PLAYED, type VoiceBench } from './voice-bench.ts';

/** Nora talks with Ben, and her page is closed: neither socket nor sound. */
async function closed(bench: VoiceBench, expect: ExpectStatic) {
  const { nora, ben, sid, inbound, token } = await talk(bench);
  nora.close();
  await expect.poll(() => bench.kinds(OUTBOUND)).toContain('reconnecting');
  return {
    ben: ben.soundOf(inbound),
    hangUp: () => ben.send('hangup', { callsid: inbound }),
    browser: ben,
    sid,
    inbound,
    token,
  };
}

describe.concurrent('a page that is loaded again in a call', () => {
  onLine('is told of the call, takes it up, and both hear each other again', async (bench, expect) => {
    const { ben, sid, hangUp } = await closed(bench, expect);
    await ben.hears(PLAYED.hold);
    const again = await bench.browser(NORA);
    const { talkedMs, leftMs, awayMs, ...waiting } = await again.next('waiting');
    expect(waiting).toEqual({ callsid: sid, callId: OUTBOUND, direction: 'outbound', number: '+15550002' });
    expect([Number(talkedMs) > 0, Number(leftMs) > 0, Number(awayMs) > 0]).toEqual([true, true, true]);

    const own = await again.invite(`Rejoin=${OUTBOUND}`);
    expect(await again.answered(own)).toMatchObject({ sid });
    again.soundOf(sid).say(NORA);
    ben.heard.clear();
    await Promise.all([ben.hears(NORA, 20), again.soundOf(sid).hears(BEN, 20)]);
    expect(ben.heard.get(PLAYED.hold) ?? 0).toBeLessThan(5);
    expect(bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered', 'reconnecting', 'reconnected']);

    hangUp();
    expect(await again.next('hangup')).toEqual({ callsid: sid });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'completed', by: 'other' });
  });

  onLine('can be closed again, and the next one takes it up', async (bench, expect) => {
    const { ben, sid } = await closed(bench, expect);
    const second = await bench.browser(NORA);
    await second.next('waiting');
    await second.answered(await second.invite(`Rejoin=${OUTBOUND}`));
    second.close();
    const third = await bench.browser(NORA);
    await third.next('waiting');
    await third.answered(await third.invite(`Rejoin=${OUTBOUND}`));
    third.soundOf(sid).say(NORA);
    ben.heard.clear();
    await ben.hears(NORA, 20);
  });

  onLine('that was closed has no way back: its key ended with the call of the next page', async (bench, expect) => {
    const { sid, token } = await closed(bench, expect);
    const again = await bench.browser(NORA);
    await again.next('waiting');
    const { reconnect } = await again.answered(await again.invite(`Rejoin=${OUTBOUND}`));
    expect(reconnect).not.toBe(token);

    const old = await bench.browser(NORA);
    old.send('invite', { callsid: sid, sdp: 'v=0', reconnect: token });

    expect(await old.next('hangup')).toMatchObject({ callsid: sid, error: { code: 31_209 } });
  });

  onLine('gets no more time by a try that fails', async (bench, expect) => {
    await closed(bench, expect);
    const again = await bench.browser(NORA);
    const first = await again.next('waiting');
    const own = 'TJ1';
    again.send('invite', { callsid: own, sdp: 'no description', twilio: { params: `Rejoin=${OUTBOUND}` } });
    expect(await again.next('hangup')).toMatchObject({ callsid: own });

    const other = await bench.browser(NORA);
    const second = await other.next('waiting');

    expect(Number(second['awayMs'])).toBeGreaterThan(Number(first['awayMs']));
    expect(bench.kinds(OUTBOUND).filter((kind) => kind === 'reconnecting')).toHaveLength(1);
  });

  onLine('can end the call instead', async (bench, expect) => {
    const { browser, sid, inbound } = await closed(bench, expect);
    await bench.gateway.command(sid, { do: 'hangUp' });
    expect(await browser.next('hangup')).toEqual({ callsid: inbound });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ by: 'agent' });
  });

  onLine(
    'is the only one: nobody else, no page that is there already, and no call that goes on',
    async (bench, expect) => {
      const cal = await bench.browser(CAL);
      const { nora } = await talk(bench);
      await cal.invite(`Rejoin=${OUTBOUND}`);
      expect(await cal.next('hangup')).toMatchObject({ error: { code: 31_209 } });
      const other = await bench.browser(NORA);
      await other.invite(`Rejoin=${OUTBOUND}`);
      expect(await other.next('hangup')).toMatchObject({ error: { code: 31_209 } });
      nora.close();
      const again = await bench.browser(NORA);
      await again.next('waiting');
      expect([cal, other].flatMap(({ frames }) => frames.filter(({ type }) => type === 'waiting'))).toEqual([]);
    },
  );
});

onLine(
  'a call whose page stays closed ends with that reason',
  async (bench, expect) => {
    const { browser, inbound } = await closed(bench, expect);
    expect(await browser.next('hangup')).toMatchObject({ callsid: inbound });
    expect(await bench.ended(OUTBOUND)).toMatchObject({
      outcome: 'completed',
      by: 'agent',
      reason: 'The page was closed.',
    });
    expect(await bench.ended(INBOUND)).toMatchObject({ outcome: 'completed', by: 'other' });
  },
  { awayMs: 1_500 },
);
