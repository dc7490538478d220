import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { RecordingPlayer } from '../../src/views/phone/calls/RecordingPlayer.tsx';
import { barsOf } from '../../src/views/phone/calls/waveform-bars.ts';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, press, type } from '../_kit/mount.ts';

const SECONDS = 402;
const WAVEFORM = {
  data: {
    seconds: SECONDS,
    channels: [
      [0, 0.5, 0.25],
      [0.25, 0, 0],
    ],
  },
};
const preview = (url: string) => ({ data: { kind: 'audio', url, text: null, cut: false } });

const open = (answers: Record<string, Answer> = {}) =>
  openDesk(<RecordingPlayer file={{ contactId: 4, fileId: 5 }} label="Call 1" />, {
    readWaveform: WAVEFORM,
    previewFile: preview('/_files/one/call.wav'),
    ...answers,
  });

const audio = () => only<HTMLAudioElement>('audio');
const slider = () => only<HTMLInputElement>('input[type=range]');
const place = () => only('.player-place').textContent;
const tell = (event: string) => act(() => void audio().dispatchEvent(new Event(event, { bubbles: true })));
const heardUntil = (seconds: number) => {
  audio().currentTime = seconds;
  return tell('timeupdate');
};
async function play(): Promise<void> {
  click(button('Play Call 1'));
  await calm();
}

// jsdom plays nothing: it says so as a browser would.
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
});
afterEach(() => void vi.restoreAllMocks());

describe('the player of a recording', () => {
  test('asks for the sound with the first play alone', async () => {
    const { asked } = await open();
    expect(asked('previewFile')).toEqual([]);
    await play();
    click(button('Pause Call 1'));
    await play();

    expect(asked('previewFile')).toEqual([{ params: { id: 4, fileId: 5 } }]);
    expect([audio().getAttribute('src'), button('Pause Call 1').ariaLabel]).toEqual([
      '/_files/one/call.wav',
      'Pause Call 1',
    ]);
  });

  test('says where it is, and colours what was played', async () => {
    await open();
    await play();
    heardUntil(124);

    expect([place(), slider().getAttribute('aria-valuetext')]).toEqual(['2:04 of 6:42', '2:04 of 6:42']);
    expect(only<SVGElement>('.is-played').style.clipPath).toBe('inset(0px 69.2% 0px 0px)');
  });

  test('goes where somebody points', async () => {
    await open();
    await play();
    type(slider(), '201');

    expect([audio().currentTime, place()]).toEqual([201, '3:21 of 6:42']);
  });

  test('goes on and back by keys, never beyond its ends', async () => {
    await open();
    await play();
    const places = ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowDown'].map((key) => {
      press(slider(), key);
      return audio().currentTime;
    });

    expect(places).toEqual([5, 10, 5, 0, 0]);
  });

  test('that was moved before it plays begins there', async () => {
    await open();
    type(slider(), '60');
    await play();

    expect(audio().currentTime).toBe(60);
  });

  test('plays faster, and from the fastest at its own pace again', async () => {
    await open();
    await play();
    const paces = [1, 1.25, 1.5, 2].map((speed) => {
      click(button(`Speed ${speed}, change`));
      return audio().playbackRate;
    });

    expect(paces).toEqual([1.25, 1.5, 2, 1]);
  });

  test('is silent when another one plays', async () => {
    await open();
    await play();
    const other = document.body.appendChild(document.createElement('audio'));
    act(() => void other.dispatchEvent(new Event('play')));

    expect(button('Play Call 1').ariaLabel).toBe('Play Call 1');
  });

  test('whose address has run out asks for another one, and goes on from there', async () => {
    let times = 0;
    await open({ previewFile: () => preview(`/_files/${(times += 1)}/call.wav`) });
    await play();
    heardUntil(100);
    audio().currentTime = 0;
    tell('error');
    await calm();

    expect([audio().getAttribute('src'), audio().currentTime]).toEqual(['/_files/2/call.wav', 100]);
  });

  test('that cannot be played says so, and tries again', async () => {
    let fails = true;
    await open({
      previewFile: () =>
        fails
          ? new ApiError('rejected', { code: 'conflict', message: 'Its bytes are gone.' })
          : preview('/_files/1/call.wav'),
    });
    await play();
    expect(only('[role=alert]').textContent).toBe('Its bytes are gone. Press play to try again.');
    fails = false;
    await play();

    expect([document.querySelector('[role=alert]'), button('Pause Call 1').ariaLabel]).toEqual([null, 'Pause Call 1']);
  });

  test('without a waveform is a line, and plays all the same', async () => {
    await open({ readWaveform: new ApiError('server', { code: 'error', message: 'It broke.' }) });
    await play();

    expect([place(), button('Pause Call 1').ariaLabel]).toEqual(['', 'Pause Call 1']);
  });
});

describe('the bars of a waveform', () => {
  test('reach as far as the loudest one of both channels', () => {
    const bars = barsOf([Array.from({ length: 640 }, (_, at) => (at === 325 ? 0.5 : 0.1)), [0.25]]);

    expect([bars.length, bars[32], bars[33]]).toEqual([64, [1, 0.5], [0.2, 0.5]]);
  });

  test('of one channel are the same above and below, of none a line', () => {
    expect([barsOf([[1]])[0], barsOf([])[63]]).toEqual([
      [1, 1],
      [0.04, 0.04],
    ]);
  });
});
