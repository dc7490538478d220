import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSound } from '../../server/voice/sound-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch() {
  const onSilent = vi.fn();
  const state = { isOn: true, heard: true };
  const stop = watchSound({ isOn: () => state.isOn, isHeard: () => state.heard, onSilent });
  return { state, onSilent, stop };
}

test('a browser without sound for 15 seconds is reported, once', () => {
  const { state, onSilent } = watch();
  vi.advanceTimersByTime(60_000);
  state.heard = false;
  vi.advanceTimersByTime(14_500);
  expect(onSilent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onSilent).toHaveBeenCalledOnce();
});

test('sound in between begins the count again', () => {
  const { state, onSilent } = watch();
  for (let gap = 0; gap < 10; gap += 1) {
    state.heard = false;
    vi.advanceTimersByTime(14_500);
    state.heard = true;
    vi.advanceTimersByTime(500);
  }
  expect(onSilent).not.toHaveBeenCalled();
});

test('a process that stood still hears what waits before it judges', () => {
  const { state, onSilent } = watch();
  // Its clock jumps; one look comes late and finds old sound.
  vi.setSystemTime(Date.now() + 25_000);
  state.heard = false;
  vi.advanceTimersByTime(500);
  state.heard = true;
  vi.advanceTimersByTime(60_000);
  expect(onSilent).not.toHaveBeenCalled();
});

test('without an answer, and while the browser is away, nothing is expected', () => {
  const { state, onSilent } = watch();
  Object.assign(state, { isOn: false, heard: false });
  vi.advanceTimersByTime(60_000);
  state.isOn = true;
  vi.advanceTimersByTime(14_500);
  expect(onSilent).not.toHaveBeenCalled();
});

test('is over with the call', () => {
  const { state, onSilent, stop } = watch();
  state.heard = false;
  stop();
  vi.advanceTimersByTime(60_000);
  expect([onSilent.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});
