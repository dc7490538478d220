import { describe } from 'vitest';
import { NoSuchCall } from '../../server/adapters/voice/voice-line.ts';
import { readWav } from '../../server/voice/recording/wav.ts';
import { PACKET_SAMPLES } from '../../server/voice/sound.ts';
import { Unfit } from '../../server/voice/calls-errors.ts';
import { agents, BEN, CAL, INBOUND, NORA, onLine, OUTBOUND, sidOf, talk } from './on-line.ts';
import { agentOf, PLAYED } from './voice-bench.ts';

const NOT_TAKEN = { kind: 'returned', outcome: 'no_answer' };

describe.concurrent('a call', () => {
  onLine('to the echo line is answered at once and comes back', async (bench, expect) => {
    bench.routes.set(OUTBOUND, { kind: 'echo' });
    const nora = await bench.browser(NORA);
    const { sid } = await nora.answered(await nora.dial(OUTBOUND));
    nora.soundOf(sid).say(NORA);
    await nora.soundOf(sid).hears(NORA);
    nora.send('hangup', { callsid: sid });
    expect(await bench.ended(OUTBOUND)).toEqual({
      kind: 'ended',
      outcome: 'completed',
      by: 'agent',
      reason: '',
      seconds: null,
    });
  });

  onLine('between two agents has sound both ways, and ends for both when one hangs up', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    ben.send('hangup', { callsid: inbound });
    expect(await nora.next('hangup')).toEqual({ callsid: sid });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'completed', by: 'other' });
    expect(await bench.ended(INBOUND)).toMatchObject({ outcome: 'completed', by: 'agent' });
    expect(bench.facts(INBOUND).slice(0, 2)).toEqual([{ kind: 'ringing' }, { kind: 'answered', agent: agentOf(BEN) }]);
    expect(bench.kinds(OUTBOUND).slice(0, 2)).toEqual(['ringing', 'answered']);
  });

  onLine('rings with the number of the caller and the id that the server knows it by', async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    const [nora, ben] = [await bench.browser(NORA), await bench.browser(BEN)];
    await nora.dial(OUTBOUND);
    const { parameters } = await ben.next('invite');
    expect(parameters).toEqual({
      CallSid: sidOf('b'),
      AccountSid: 'embedded',
      From: '+15550001',
      To: '+15550002',
      Params: 'CallId=2',
    });
  });

  onLine('rings at all devices of a group, and the first answer silences the others', async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN, CAL]));
    const [nora, ben, cal] = [await bench.browser(NORA), await bench.browser(BEN), await bench.browser(CAL)];
    const second = await bench.browser(BEN);
    const own = await nora.dial(OUTBOUND);
    await Promise.all([ben.next('invite'), second.next('invite')]);
    await cal.accept();
    await nora.answered(own);
    expect(await ben.next('cancel')).toEqual({ callsid: sidOf('b') });
    expect(await second.next('cancel')).toEqual({ callsid: sidOf('b') });
    expect(bench.facts(INBOUND)).toContainEqual({ kind: 'answered', agent: agentOf(CAL) });
  });

  onLine('is cancelled where it rings when the caller gives up', async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    const [nora, ben] = [await bench.browser(NORA), await bench.browser(BEN)];
    await nora.dial(OUTBOUND);
    await ben.next('invite');
    const { callsid } = await nora.next('ringing');
    nora.send('hangup', { callsid });
    expect(await ben.next('cancel')).toEqual({ callsid: sidOf('b') });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'cancelled', by: 'agent' });
    expect(await bench.ended(INBOUND)).toMatchObject({ outcome: 'cancelled', by: 'other' });
  });

  onLine('can be given up before it rings, by the id of the browser', async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    const nora = await bench.browser(NORA);
    const own = await nora.dial(OUTBOUND);
    nora.send('hangup', { callsid: own });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: expect.stringMatching(/cancelled|unavailable/) });
    expect(bench.gateway.counts().calls).toBe(0);
  });

  onLine('is rejected only when everybody at whom it rings declines', async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN, CAL]));
    const [nora, ben, cal] = [await bench.browser(NORA), await bench.browser(BEN), await bench.browser(CAL)];
    await nora.dial(OUTBOUND);
    const { callsid } = await ben.next('invite');
    ben.send('reject', { callsid });
    await cal.next('invite');
    cal.send('reject', { callsid });
    expect(await nora.next('hangup')).toMatchObject({ error: { code: 31_603 } });
    expect(bench.facts(INBOUND)).toEqual([
      { kind: 'ringing' },
      { kind: 'rejectedBy', userId: BEN },
      { kind: 'rejectedBy', userId: CAL },
      { kind: 'ended', outcome: 'rejected', by: 'agent', reason: '', seconds: null },
    ]);
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'rejected', by: 'other' });
  });

  onLine('that nobody can take is unavailable', async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    const nora = await bench.browser(NORA);
    await nora.dial(OUTBOUND);
    expect(await nora.next('hangup')).toMatchObject({ error: { code: 31_404 } });
    expect(await bench.ended(INBOUND)).toMatchObject({ outcome: 'unavailable', by: 'line' });
  });

  onLine('that the ledger refuses ends with its reason', async (bench, expect) => {
    bench.routes.set(OUTBOUND, { kind: 'refused', outcome: 'unavailable', reason: 'No carrier is connected.' });
    const nora = await bench.browser(NORA);
    const own = await nora.dial(OUTBOUND);
    expect(await nora.next('hangup')).toEqual({
      callsid: own,
      error: { code: 31_404, message: 'No carrier is connected.' },
    });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'unavailable', reason: 'No carrier is connected.' });
  });

  onLine('without its id is refused', async (bench, expect) => {
    const nora = await bench.browser(NORA);
    nora.send('invite', { callsid: 'TJ9', sdp: 'v=0', twilio: { params: 'To=%2B15550100' } });
    expect(await nora.next('hangup')).toMatchObject({ callsid: 'TJ9', error: { code: 31_400 } });
  });

  onLine('rings at somebody who talks, and a third one finds them busy', async (bench, expect) => {
    await talk(bench);
    bench.routes.set(3, agents([BEN], 4, sidOf('c')));
    bench.routes.set(5, agents([BEN], 6, sidOf('d')));
    const [cal, dan] = [await bench.browser(CAL), await bench.browser(40)];
    await cal.dial(3);
    await cal.next('ringing');
    await dan.dial(5);
    expect(await dan.next('hangup')).toMatchObject({ error: { code: 31_486 } });
    expect(await bench.ended(6)).toMatchObject({ outcome: 'busy', by: 'line' });
    expect(bench.kinds(4)).toEqual(['ringing']);
  });

  onLine('rings at whom another one rings already, as nobody there talks', async (bench) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    bench.routes.set(3, agents([BEN], 4, sidOf('c')));
    const [nora, cal, ben] = [await bench.browser(NORA), await bench.browser(CAL), await bench.browser(BEN)];
    await nora.dial(OUTBOUND);
    await ben.next('invite');
    await cal.dial(3);
    await cal.next('ringing');
    await ben.next('invite');
  });

  onLine(
    'rings at the devices that the line can reach when one fails',
    async (bench, expect) => {
      bench.routes.set(OUTBOUND, agents([BEN]));
      const [nora, ben] = [await bench.browser(NORA), await bench.browser(BEN)];
      await bench.browser(BEN);
      const own = await nora.dial(OUTBOUND);
      await ben.accept();
      await nora.answered(own);
      expect(bench.kinds(INBOUND)).toEqual(['ringing', 'answered']);
    },
    { ports: [47_100, 47_103] },
  );

  onLine(
    'that can ring at no device ends with a reason',
    async (bench, expect) => {
      bench.routes.set(OUTBOUND, agents([BEN]));
      const nora = await bench.browser(NORA);
      await bench.browser(BEN);
      await nora.dial(OUTBOUND);
      expect(await nora.next('hangup')).toMatchObject({
        error: { code: 31_005, message: 'The line could not ring there.' },
      });
      expect(await bench.ended(INBOUND)).toMatchObject({ outcome: 'failed', by: 'line' });
    },
    { ports: [47_110, 47_111] },
  );

  onLine('rings at a browser that comes meanwhile', async (bench) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    const [nora, ben] = [await bench.browser(NORA), await bench.browser(BEN)];
    const own = await nora.dial(OUTBOUND);
    await ben.next('invite');
    ben.drop();
    const again = await bench.browser(BEN);
    await again.accept();
    await nora.answered(own);
  });
});

onLine(
  'a call that nobody answers rings no longer than it may',
  async (bench, expect) => {
    bench.routes.set(OUTBOUND, agents([BEN]));
    const [nora, ben] = [await bench.browser(NORA), await bench.browser(BEN)];
    await nora.dial(OUTBOUND);
    await ben.next('invite');
    expect(await nora.next('hangup')).toMatchObject({ error: { code: 31_480 } });
    expect(await ben.next('cancel')).toEqual({ callsid: sidOf('b') });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'no_answer', by: 'line' });
    expect(await bench.ended(INBOUND)).toMatchObject({ outcome: 'no_answer', by: 'line' });
  },
  { ringMs: 80 },
);

describe.concurrent('in a call', () => {
  onLine('somebody on hold hears the hold tone, and the agent nothing, until it goes on', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await bench.gateway.command(sid, { do: 'hold', held: true });
    await ben.soundOf(inbound).hears(PLAYED.hold);
    nora.soundOf(sid).heard.clear();
    await ben.soundOf(inbound).hears(PLAYED.hold, 12);
    expect(nora.soundOf(sid).heard.get(BEN) ?? 0).toBeLessThan(3);
    await bench.gateway.command(sid, { do: 'hold', held: false });
    ben.soundOf(inbound).heard.clear();
    await ben.soundOf(inbound).hears(NORA);
    await expect.poll(() => bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered', 'held', 'resumed']);
  });

  onLine('keys are heard by the other side and told together, whichever way they come', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    for (const dtmf of ['7'.repeat(33), '1A', '']) nora.send('dtmf', { callsid: sid, dtmf });
    nora.send('dtmf', { callsid: sid, dtmf: '1w2' });
    // The third key comes another way, which might be faster.
    nora.send('message', { callsid: sid, voiceeventsid: 'after the keys' });
    await nora.next('ack');
    await nora.soundOf(sid).press(11);
    await ben.soundOf(inbound).hears(PLAYED.digit);
    await expect
      .poll(() => bench.facts(OUTBOUND).find(({ kind }) => kind === 'digits'), { timeout: 4_000 })
      .toEqual({ kind: 'digits', digits: '12#' });
  });

  onLine('a browser whose socket dropped comes back with its token, and the sound goes on', async (bench, expect) => {
    const { nora, ben, sid, token, inbound } = await talk(bench);
    nora.drop();
    await expect.poll(() => bench.kinds(OUTBOUND)).toContain('reconnecting');
    ben.soundOf(inbound).heard.clear();
    await ben.soundOf(inbound).hears(NORA);
    const again = await bench.browser(NORA);
    again.send('invite', { callsid: sid, sdp: 'v=0', reconnect: token });
    expect(await again.next('answer')).toEqual({ callsid: sid, reconnect: token });
    await expect.poll(() => bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered', 'reconnecting', 'reconnected']);
    ben.send('hangup', { callsid: inbound });
    expect(await again.next('hangup')).toEqual({ callsid: sid });
  });

  onLine('nobody else comes back into it', async (bench, expect) => {
    const { sid } = await talk(bench);
    const cal = await bench.browser(CAL);
    cal.send('invite', { callsid: sid, sdp: 'v=0', reconnect: 'guessed' });
    expect(await cal.next('hangup')).toMatchObject({ callsid: sid, error: { code: 31_209 } });
    cal.send('hangup', { callsid: sid });
    await cal.dial(99);
    await cal.next('hangup');
    expect(bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered']);
  });

  onLine('a browser that finds another way is heard again', async (bench) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await nora.soundOf(sid).restart(async (sdp) => {
      nora.send('reinvite', { callsid: sid, sdp });
      return String((await nora.next('answer'))['sdp']);
    });
    nora.soundOf(sid).heard.clear();
    ben.soundOf(inbound).heard.clear();
    await Promise.all([nora.soundOf(sid).hears(BEN, 20), ben.soundOf(inbound).hears(NORA, 20)]);
  });

  onLine('a message is acknowledged', async (bench, expect) => {
    const { nora, sid } = await talk(bench);
    nora.send('message', { callsid: sid, content: '{}', voiceeventsid: 'KX1' });
    expect(await nora.next('ack')).toEqual({ acktype: 'message', callsid: sid, voiceeventsid: 'KX1' });
  });

  onLine('the other side is passed on, hears that it rings, and talks to who answers', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    bench.transfers.set('+15550003', agents([CAL], 7, sidOf('e')));
    const cal = await bench.browser(CAL);
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
    await Promise.all([nora.soundOf(sid).hears(PLAYED.ringback), ben.soundOf(inbound).hears(PLAYED.ringback)]);
    expect(bench.kinds(OUTBOUND)).not.toContain('ended');
    const third = await cal.accept();
    expect(await nora.next('hangup')).toEqual({ callsid: sid });
    cal.soundOf(third).say(CAL);
    await ben.soundOf(inbound).hears(CAL);
    await cal.soundOf(third).hears(BEN);
    expect(
      bench
        .facts(OUTBOUND)
        .filter(({ kind }) => kind !== 'quality')
        .slice(2),
    ).toEqual([
      { kind: 'transferred', to: '+15550003' },
      { kind: 'ended', outcome: 'completed', by: 'agent', reason: '', seconds: null },
    ]);
    ben.send('hangup', { callsid: inbound });
    expect(await bench.ended(7)).toMatchObject({ outcome: 'completed', by: 'other' });
  });

  onLine('whom the next one declines is back with the agent, who can pass them on again', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    bench.transfers.set('+15550003', agents([CAL], 7, sidOf('e')));
    const cal = await bench.browser(CAL);
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
    await expect(bench.gateway.command(sid, { do: 'hold', held: true })).rejects.toThrow(Unfit);
    cal.send('reject', { callsid: String((await cal.next('invite'))['callsid']) });
    for (const sound of [nora.soundOf(sid), ben.soundOf(inbound)]) sound.heard.clear();
    await Promise.all([nora.soundOf(sid).hears(BEN), ben.soundOf(inbound).hears(NORA)]);
    expect(bench.facts(OUTBOUND).slice(2)).toEqual([
      { kind: 'transferred', to: '+15550003' },
      { kind: 'returned', outcome: 'rejected' },
    ]);
    bench.transfers.set('+15550004', agents([CAL], 8, sidOf('f')));
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550004' });
    const third = await cal.accept();
    cal.soundOf(third).say(CAL);
    await ben.soundOf(inbound).hears(CAL);
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'completed', by: 'agent' });
    expect(bench.kinds(INBOUND)).not.toContain('ended');
  });

  onLine(
    'whom nobody takes in time is back with the agent, and still on hold if they were',
    async (bench, expect) => {
      const { nora, ben, sid, inbound } = await talk(bench);
      bench.transfers.set('+15550003', agents([CAL], 7, sidOf('e')));
      await bench.browser(CAL);
      await bench.gateway.command(sid, { do: 'hold', held: true });
      await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
      await expect.poll(() => bench.facts(OUTBOUND), { timeout: 8_000 }).toContainEqual(NOT_TAKEN);
      ben.soundOf(inbound).heard.clear();
      await ben.soundOf(inbound).hears(PLAYED.hold);
      await bench.gateway.command(sid, { do: 'hold', held: false });
      for (const sound of [nora.soundOf(sid), ben.soundOf(inbound)]) sound.heard.clear();
      await Promise.all([nora.soundOf(sid).hears(BEN), ben.soundOf(inbound).hears(NORA)]);
    },
    { ringMs: 1_500 },
  );

  onLine('whose next one fails to answer is back with the agent', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    bench.transfers.set('+15550003', agents([CAL], 7, sidOf('e')));
    const cal = await bench.browser(CAL);
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
    const { callsid } = await cal.next('invite');
    cal.send('answer', { callsid, sdp: 'm=audio' });
    expect(await cal.next('hangup')).toMatchObject({ callsid, error: { message: 'The line broke.' } });
    for (const sound of [nora.soundOf(sid), ben.soundOf(inbound)]) sound.heard.clear();
    await Promise.all([nora.soundOf(sid).hears(BEN), ben.soundOf(inbound).hears(NORA)]);
    expect(bench.facts(OUTBOUND).slice(2)).toEqual([
      { kind: 'transferred', to: '+15550003' },
      { kind: 'returned', outcome: 'failed' },
    ]);
    expect(bench.facts(7)).toEqual([
      { kind: 'ringing' },
      { kind: 'ended', outcome: 'failed', by: 'line', reason: 'The line broke.', seconds: null },
    ]);
    expect(bench.kinds(INBOUND)).not.toContain('ended');
  });

  onLine('the agent may leave while the next one is rung, and then nobody gets them back', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    bench.transfers.set('+15550003', agents([CAL], 7, sidOf('e')));
    const cal = await bench.browser(CAL);
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
    const { callsid } = await cal.next('invite');
    nora.send('hangup', { callsid: sid });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'completed', by: 'agent' });
    expect(bench.kinds(INBOUND)).not.toContain('ended');
    cal.send('reject', { callsid });
    expect(await ben.next('hangup')).toMatchObject({ callsid: inbound });
    expect(bench.kinds(OUTBOUND)).not.toContain('returned');
  });

  onLine('whoever hangs up while the next one is rung ends it for the agent, too', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    bench.transfers.set('+15550003', agents([CAL], 7, sidOf('e')));
    const cal = await bench.browser(CAL);
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
    await cal.next('invite');
    ben.send('hangup', { callsid: inbound });
    expect(await nora.next('hangup')).toEqual({ callsid: sid });
    expect(await cal.next('cancel')).toEqual({ callsid: sidOf('e') });
    expect(await bench.ended(OUTBOUND)).toMatchObject({ outcome: 'completed', by: 'other' });
  });

  onLine('the other side is not passed on where nobody is, nor to themselves', async (bench, expect) => {
    const { sid } = await talk(bench);
    for (const userId of [CAL, BEN]) {
      bench.transfers.set('+15550003', agents([userId], userId, sidOf('e')));
      await expect(bench.gateway.command(sid, { do: 'transfer', to: '+15550003' })).rejects.toThrow(
        new Unfit('Nobody has their phone open.'),
      );
      expect(await bench.ended(userId)).toMatchObject({ outcome: 'cancelled' });
    }
    expect(bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered']);
  });

  onLine('a number that leads nowhere leaves the call as it is', async (bench, expect) => {
    const { sid } = await talk(bench);
    await expect(bench.gateway.command(sid, { do: 'transfer', to: '+15550009' })).rejects.toThrow(
      new Unfit('Nobody has it.'),
    );
    expect(bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered']);
  });

  onLine('the server can hang up, and nobody can afterwards', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await bench.gateway.command(sid, { do: 'hangUp' });
    expect(await nora.next('hangup')).toEqual({ callsid: sid });
    expect(await ben.next('hangup')).toEqual({ callsid: inbound });
    await expect(bench.gateway.command(sid, { do: 'hangUp' })).rejects.toThrow(NoSuchCall);
  });
});

describe.concurrent('a recording', () => {
  onLine('begins after both have heard the disclaimer, and not before', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await expect(bench.gateway.command(sid, { do: 'record', action: 'start' })).rejects.toThrow(Unfit);
    await bench.gateway.command(sid, { do: 'announce', language: 'es' });
    await expect.poll(() => bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered', 'announcing', 'announced']);
    await Promise.all([nora.soundOf(sid).hears(PLAYED.es), ben.soundOf(inbound).hears(PLAYED.es)]);
    await bench.gateway.command(sid, { do: 'record', action: 'start' });
    ben.soundOf(inbound).heard.clear();
    await ben.soundOf(inbound).hears(NORA, 30);
    await bench.gateway.command(sid, { do: 'record', action: 'stop' });
    await expect.poll(() => bench.recorded).toHaveLength(1);
    expect(bench.recorded[0]).toMatchObject({ callId: OUTBOUND });
    expect(bench.kinds(OUTBOUND).slice(4)).toEqual(['recordingStarted', 'recordingStopped']);
  });

  onLine('has the agent left and the other side right, as both were heard', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await bench.gateway.command(sid, { do: 'announce', language: 'en' });
    await expect.poll(() => bench.kinds(OUTBOUND)).toContain('announced');
    await bench.gateway.command(sid, { do: 'record', action: 'start' });
    for (const sound of [nora.soundOf(sid), ben.soundOf(inbound)]) sound.heard.clear();
    await Promise.all([nora.soundOf(sid).hears(BEN, 20), ben.soundOf(inbound).hears(NORA, 20)]);
    await bench.gateway.command(sid, { do: 'record', action: 'stop' });
    await expect.poll(() => bench.recorded).toHaveLength(1);
    const { channels, samples } = readWav(bench.recorded[0]?.file ?? Buffer.alloc(0));
    const said = (byte: number, channel: number) =>
      samples.filter((one, at) => at % 2 === channel && one === byte).length;
    expect([channels, said(NORA, 1), said(BEN, 0)]).toEqual([2, 0, 0]);
    // A packet that a busy computer delivers late is left out.
    expect(Math.min(said(NORA, 0), said(BEN, 1))).toBeGreaterThan(10 * PACKET_SAMPLES);
  });

  onLine('has no keys, and nothing that is said while the other side is on hold', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await bench.gateway.command(sid, { do: 'announce', language: 'en' });
    await expect.poll(() => bench.kinds(OUTBOUND)).toContain('announced');
    await bench.gateway.command(sid, { do: 'hold', held: true });
    await bench.gateway.command(sid, { do: 'record', action: 'start' });
    ben.send('dtmf', { callsid: inbound, dtmf: '12' });
    await nora.soundOf(sid).hears(PLAYED.digit, 5);
    await ben.soundOf(inbound).hears(PLAYED.hold, 12);
    await bench.gateway.command(sid, { do: 'record', action: 'stop' });
    await expect.poll(() => bench.recorded).toHaveLength(1);
    const { samples } = readWav(bench.recorded[0]?.file ?? Buffer.alloc(0));

    expect(samples.length).toBeGreaterThan(10 * PACKET_SAMPLES);
    expect([PLAYED.digit, NORA].map((byte) => samples.includes(byte))).toEqual([false, false]);
  });

  onLine('that both sides ask for at once is announced once', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await Promise.all([sid, inbound].map((one) => bench.gateway.command(one, { do: 'announce', language: 'en' })));
    for (const id of [OUTBOUND, INBOUND]) await expect.poll(() => bench.kinds(id)).toContain('announced');
    const packets = [nora.soundOf(sid), ben.soundOf(inbound)].map(({ heard }) => heard.get(PLAYED.en) ?? 0);
    expect(Math.max(...packets)).toBeLessThanOrEqual(5);
  });

  onLine('is kept when the call ends', async (bench, expect) => {
    const { nora, ben, sid, inbound } = await talk(bench);
    await bench.gateway.command(sid, { do: 'announce', language: 'en' });
    await expect.poll(() => bench.kinds(OUTBOUND)).toContain('announced');
    await bench.gateway.command(sid, { do: 'record', action: 'start' });
    ben.soundOf(inbound).heard.clear();
    await ben.soundOf(inbound).hears(NORA, 10);
    nora.send('hangup', { callsid: sid });
    await expect.poll(() => bench.recorded).toHaveLength(1);
    expect(
      bench
        .kinds(OUTBOUND)
        .slice(4)
        .filter((kind) => kind !== 'quality'),
    ).toEqual(['recordingStarted', 'recordingStopped', 'ended']);
  });

  onLine('ends when the other side is passed on to somebody who has heard no disclaimer', async (bench, expect) => {
    const { ben, sid, inbound } = await talk(bench);
    bench.transfers.set('+15550003', { kind: 'echo' });
    await bench.gateway.command(inbound, { do: 'announce', language: 'en' });
    await expect.poll(() => bench.kinds(INBOUND)).toContain('announced');
    await bench.gateway.command(inbound, { do: 'record', action: 'start' });
    await bench.gateway.command(sid, { do: 'transfer', to: '+15550003' });
    await expect.poll(() => bench.kinds(INBOUND)).toContain('recordingStopped');
    await expect(bench.gateway.command(inbound, { do: 'record', action: 'start' })).rejects.toThrow(Unfit);
    ben.soundOf(inbound).heard.clear();
    await ben.soundOf(inbound).hears(BEN);
  });
});

describe.concurrent('a process that stops', () => {
  onLine('refuses new calls with a reason, waits for those under way, and ends what is left', async (bench, expect) => {
    const { nora, ben, sid } = await talk(bench);
    const drained = bench.gateway.drain(2_000);
    bench.routes.set(3, agents([BEN], 4, sidOf('c')));
    await (await bench.browser(CAL)).dial(3);
    expect(await bench.ended(3)).toMatchObject({
      outcome: 'unavailable',
      reason: 'The voice service is being restarted: try again in a moment.',
    });
    expect(bench.kinds(OUTBOUND)).toEqual(['ringing', 'answered']);
    await drained;
    expect(await nora.next('hangup')).toMatchObject({ callsid: sid, error: { code: 31_005 } });
    await ben.next('hangup');
    expect(await bench.ended(INBOUND)).toMatchObject({
      outcome: 'failed',
      by: 'line',
      reason: 'The voice service was restarted.',
    });
  });

  onLine('has given all recordings to be kept', async (bench, expect) => {
    const { sid } = await talk(bench);
    await bench.gateway.command(sid, { do: 'announce', language: 'en' });
    await expect.poll(() => bench.kinds(OUTBOUND)).toContain('announced');
    await bench.gateway.command(sid, { do: 'record', action: 'start' });
    await expect.poll(() => bench.kinds(OUTBOUND)).toContain('recordingStarted');
    await bench.gateway.drain(0);
    await bench.recordings.close();
    expect(bench.recorded).toHaveLength(1);
  });
});
