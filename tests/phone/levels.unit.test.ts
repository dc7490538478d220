import { expect, test, vi } from 'vitest';
import { createLevels } from '../../src/actors/phone/levels.ts';
import { loudnessOf } from '../../src/actors/phone/microphone.ts';
import type { Level } from '../../src/actors/phone/phone-handle.ts';

function around() {
  const close = vi.fn();
  const open = vi.fn(() => close);
  return { levels: createLevels(open), open, close };
}

test('opens the microphone for as long as somebody looks', () => {
  const { levels, open, close } = around();

  const [endOne, endOther] = [levels.observe(() => undefined), levels.observe(() => undefined)];
  endOne();
  expect([open.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
  endOther();

  expect(close).toHaveBeenCalledOnce();
});

test('in a call it tells the levels of the call, and leaves the microphone to it', () => {
  const { levels, open, close } = around();
  const seen: Level[] = [];
  levels.observe((level) => seen.push(level));

  levels.setInCall(true);
  levels.tell({ input: 0.5, output: 0.25 });
  levels.setInCall(false);

  expect(seen).toEqual([
    { input: 0, output: 0 },
    { input: 0.5, output: 0.25 },
  ]);
  expect([open.mock.calls.length, close.mock.calls.length]).toEqual([2, 1]);
});

test('a phone that stops lets go of the microphone', () => {
  const { levels, close } = around();
  levels.observe(() => undefined);

  levels.stop();

  expect(close).toHaveBeenCalledOnce();
});

test('loudness goes from 0 at -60 dB to 1 at full scale', () => {
  const at = (amplitude: number) => loudnessOf(new Float32Array(512).fill(amplitude));

  expect([at(0), at(0.001), at(1)]).toEqual([0, expect.closeTo(0, 5), 1]);
  expect(at(0.1)).toBeCloseTo(2 / 3);
});
