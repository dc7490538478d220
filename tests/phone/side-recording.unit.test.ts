import { expect, test } from 'vitest';
import type { FinishedRecording } from '../../server/features/phone/calls/call-facts.ts';
import { Unfit } from '../../server/voice/calls-errors.ts';
import { type RecordedSide, SideRecording } from '../../server/voice/side-recording.ts';
import type { RecordingOrder, Sounds } from '../../server/voice/sound.ts';

type Side = { -readonly [Key in keyof RecordedSide]: RecordedSide[Key] } & {
  /** Says that what plays was heard, or not. */
  hears(heard?: boolean): void;
};

function sideOf(callId: number): Side {
  const waiting: ((heard: boolean) => void)[] = [];
  return {
    callId,
    sid: `CA${callId}`,
    peer: null,
    ended: false,
    announcedAt: null,
    play: () => new Promise((resolve) => waiting.push(resolve)),
    addTap: () => () => undefined,
    hears: (heard = true) => waiting.splice(0).forEach((resolve) => resolve(heard)),
  };
}

function connect(one: Side, other: Side): void {
  one.peer = other;
  other.peer = one;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const SILENT = new Uint8Array(1);
const SOUNDS: Sounds = {
  disclaimer: { en: SILENT, es: SILENT },
  hold: SILENT,
  ringback: SILENT,
  digit: () => SILENT,
};

/** A side with a party on the line, and its reported events. */
function recorded() {
  const [side, other] = [sideOf(1), sideOf(2)];
  connect(side, other);
  const [told, orders, kept]: [string[], RecordingOrder[], string[]] = [[], [], []];
  const recording = new SideRecording(side, {
    sounds: SOUNDS,
    now: () => new Date(0),
    tell: (_, { kind }) => told.push(kind),
    recordings: {
      start: (order) => {
        orders.push(order);
        const finished: FinishedRecording = { ...order, path: '', seconds: 1, bytes: 1, peaks: [SILENT, SILENT] };
        const nothing = () => undefined;
        return Promise.resolve({
          pause: nothing,
          resume: nothing,
          onPacket: nothing,
          seconds: () => 1,
          stop: () => Promise.resolve(finished),
        });
      },
      keep: (_, { key }) => kept.push(key),
    },
  });
  const announce = async () => {
    const announced = recording.announce('en');
    for (const one of [side, side.peer]) if (one !== null && one !== 'echo') (one as Side).hears();
    await announced;
  };
  return { side, other, recording, told, orders, kept, announce };
}

test('nobody is announced to or recorded while the line waits for somebody', async () => {
  const { side, recording, told, announce } = recorded();
  await announce();
  side.peer = null;

  expect(() => recording.announce('en')).toThrow(Unfit);
  await expect(recording.start()).rejects.toThrow(Unfit);
  expect(told).toEqual(['announcing', 'announced']);
});

test('a disclaimer during which somebody else comes is told to be over, and played to them anew', async () => {
  const { side, other, recording, told, announce } = recorded();
  const first = recording.announce('en');
  side.peer = null;
  other.ended = true;
  await recording.forgetDisclaimer();
  connect(side, sideOf(3));
  const second = recording.announce('en');
  other.hears(false);
  side.hears();
  await Promise.all([first, settled()]);
  await recording.announce('en');
  expect([told, side.announcedAt]).toEqual([['announcing', 'recordingFailed', 'announcing'], null]);
  (side.peer as unknown as Side).hears();
  await second;

  expect(told.at(-1)).toBe('announced');
  await announce();
});

test('a recording that the disk does not take is kept so far, and the next one begins anew', async () => {
  const { recording, told, orders, kept, announce } = recorded();
  await announce();
  await recording.start();
  orders[0]?.onFailed('The disk is full.');
  await settled();
  await recording.start();

  expect(told.slice(2)).toEqual(['recordingStarted', 'recordingStopped', 'recordingFailed', 'recordingStarted']);
  expect([orders.map(({ key }) => key), kept]).toEqual([['rec-CA1-1', 'rec-CA1-2'], ['rec-CA1-1']]);
});
