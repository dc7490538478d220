import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withNarrowKeys } from '../../server/voice/media-leg.ts';
import { mediaPlace, mediaPorts, NoPort } from '../../server/voice/media-place.ts';
import { qualityOf } from '../../server/voice/quality.ts';
import type { SoundPacket } from '../../server/voice/sound.ts';
import { Speaker } from '../../server/voice/speaker.ts';

const OWN = [
  { address: '127.0.0.1', internal: true },
  { address: '::1', internal: true },
  { address: '10.0.0.5', internal: false },
];

describe('where sound goes', () => {
  test.each([
    ['the address that the browser reached', null, '10.0.0.5', { bind: '10.0.0.5', advertised: '10.0.0.5' }],
    ['the same as IPv6 writes it', null, '::ffff:10.0.0.5', { bind: '10.0.0.5', advertised: '10.0.0.5' }],
    ['this machine, whatever its family', null, '::1', { bind: '127.0.0.1', advertised: '127.0.0.1' }],
    ['our own address where web is elsewhere', null, '10.0.0.9', { bind: '10.0.0.5', advertised: '10.0.0.5' }],
    [
      'a public address in front of our own',
      '203.0.113.7',
      '10.0.0.9',
      { bind: '10.0.0.5', advertised: '203.0.113.7' },
    ],
  ] as const)('%s', (_, address, reached, place) => {
    expect(mediaPlace({ address }, reached, OWN)).toEqual(place);
  });

  test('two ports a leg, each leg its own, and used again when it is over', () => {
    const ports = mediaPorts([40_000, 40_003]);
    const first = ports.take();
    expect([first, ports.take()]).toEqual([
      [40_000, 40_001],
      [40_002, 40_003],
    ]);
    expect(() => ports.take()).toThrow(NoPort);
    ports.free(first);
    expect(ports.take()).toEqual([40_000, 40_001]);
  });
});

test('keys are agreed on at the clock of the sound, others are left out', () => {
  const sdp = [
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 0 110 126',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:110 telephone-event/48000',
    'a=fmtp:110 0-16',
    'a=rtpmap:126 telephone-event/8000',
    '',
  ];
  expect(withNarrowKeys(sdp.join('\r\n')).split('\r\n')).toEqual([
    'm=audio 9 UDP/TLS/RTP/SAVPF 111 0 126',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:126 telephone-event/8000',
    '',
  ]);
});

describe('the quality of a call', () => {
  test('is good without loss, bad with a tenth of it, and unknown of a moment', () => {
    expect(qualityOf({ received: 1_000, lost: 0 })).toEqual({ mos: 4.41, lostPercent: 0 });
    expect(qualityOf({ received: 900, lost: 100 })).toEqual({ mos: 1.48, lostPercent: 10 });
    expect(qualityOf({ received: 60, lost: 0 })).toBeNull();
  });
});

describe('what somebody hears', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const packet = (sequence: number, byte: number): SoundPacket => ({
    sequence,
    timestamp: sequence * 160,
    payload: new Uint8Array(160).fill(byte),
  });

  test('is one stream without a jump, whatever it is made of', async () => {
    const sent: SoundPacket[] = [];
    const speaker = new Speaker((one) => sent.push(one));
    const [first, second] = [{}, {}];
    speaker.pass(first, packet(500, 1));
    await vi.advanceTimersByTimeAsync(20);
    speaker.pass(first, packet(501, 1));
    await vi.advanceTimersByTimeAsync(20);
    const heard = speaker.play(new Uint8Array(400).fill(2));
    speaker.pass(first, packet(502, 1));
    await vi.advanceTimersByTimeAsync(60);
    expect(await heard).toBe(true);
    speaker.pass(second, packet(9, 3));

    expect(sent.map(({ payload }) => payload[0])).toEqual([1, 1, 2, 2, 2, 3]);
    const { sequence: from, timestamp: begin } = sent[0] as SoundPacket;
    expect(sent.map(({ sequence }) => (sequence - from) & 0xffff)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(sent.map(({ timestamp }) => (timestamp - begin) >>> 0)).toEqual([0, 160, 320, 480, 640, 800]);
  });

  test('fills the last packet of a prompt with silence', async () => {
    const sent: SoundPacket[] = [];
    const speaker = new Speaker((one) => sent.push(one));
    void speaker.play(new Uint8Array(100).fill(2));
    expect([...(sent[0]?.payload ?? [])]).toEqual([...Array(100).fill(2), ...Array(60).fill(0xff)]);
  });

  test('goes back to what is repeated when a prompt is over, and was not heard when it is closed before', async () => {
    const sent: SoundPacket[] = [];
    const speaker = new Speaker((one) => sent.push(one));
    speaker.repeat(new Uint8Array(160).fill(4));
    void speaker.play(new Uint8Array(160).fill(5));
    await vi.advanceTimersByTimeAsync(60);
    expect(sent.map(({ payload }) => payload[0])).toEqual([4, 5, 4, 4]);
    const late = speaker.play(new Uint8Array(160).fill(6));
    speaker.close();
    expect(await late).toBe(false);
  });
});
