import { inspect } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ContactFile, FilePreview } from '#contract/files.contract.ts';
import type { Call, CallLogEntry } from '#contract/phone/call.contract.ts';
import { openBrowser, SOUND_FLAGS } from '../_e2e/browser.ts';
import {
  answer,
  ask,
  button,
  decline,
  denyMicrophone,
  dial,
  end,
  hears,
  hearsNothing,
  killVoice,
  loseSocket,
  openPhone,
  panelOf,
  press,
  type PhoneTab,
  ready,
  says,
  talks,
} from './phone-tab.ts';

// Real calls between real browsers over the real line. Each test returns all users to their desks.

let browser: Browser;
let dana: PhoneTab;
let marcus: PhoneTab;
let priya: PhoneTab;

beforeAll(async () => {
  browser = await openBrowser(SOUND_FLAGS);
  const open = (username: string) => openPhone(browser, inject('appUrl'), username);
  [dana, marcus, priya] = await Promise.all([open('agent'), open('manager'), open('priya')]);
});
afterAll(() => browser?.close());
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [name, tab] of Object.entries({ dana, marcus, priya }))
    process.stderr.write(
      `${inspect([name, tab.frames.slice(-12), await panelOf(tab.page).allInnerTexts(), tab.faults])}\n`,
    );
});

/** Of the demo world. */
const ECHO = '1-656-555-0199';
const SOON = { timeout: 10_000 };

/** Both talk. */
async function connect(from: PhoneTab, to: PhoneTab): Promise<void> {
  await dial(from, to.number);
  await answer(to);
  await Promise.all([talks(from), talks(to)]);
}

const lastCall = async (tab: PhoneTab): Promise<Call> => {
  const { call_history: calls } = await ask<{ call_history: Call[] }>(
    tab,
    'POST',
    '/v1/dialer/fetch_historical_calls',
    {},
  );
  return calls[0] as Call;
};
const logOf = async (tab: PhoneTab, { id }: Call): Promise<string[]> => {
  const body = { call_id: id };
  const { data } = await ask<{ data: { log: CallLogEntry[] } }>(tab, 'POST', '/v1/dialer/fetch_call_logs', body);
  return data.log.map(({ kind }) => kind);
};

describe('a call between two agents', () => {
  test('is heard by both, muted, sent digits, recorded, and ended by who called', async () => {
    await connect(dana, marcus);
    await Promise.all([hears(dana), hears(marcus)]);

    await press(button(dana.page, 'Keypad'));
    await press(button(dana.page, '4'));
    await press(button(dana.page, 'pound'));
    await panelOf(dana.page).getByText('4#').waitFor();
    await press(button(dana.page, 'Back'));

    // Nothing is sold to a colleague, so it is recorded when it is asked for; their state asks whether they agree.
    await press(button(dana.page, 'Record'));
    await button(dana.page, 'They consent').waitFor();
    await press(button(dana.page, 'They consent'));
    await says(dana, /^Recording/u);
    await Promise.all([hears(dana), hears(marcus)]);
    await press(button(dana.page, 'Mute'));
    await hearsNothing(marcus);
    await press(button(dana.page, 'Mute'));
    await hears(marcus);

    await end(dana);
    await Promise.all([says(dana, 'Call ended'), says(marcus, 'Call ended')]);

    const outcomes = async () => [(await lastCall(dana)).outcome, (await lastCall(marcus)).outcome];
    await expect.poll(outcomes, SOON).toEqual(['completed', 'completed']);
    const call = await lastCall(dana);
    const log = await logOf(dana, call);
    expect(
      ['dialled', 'answered', 'digits', 'announced', 'recordingStarted', 'ended'].filter((kind) => !log.includes(kind)),
    ).toEqual([]);
  });

  test('is kept as a recording with sound of both sides', async () => {
    const { id: call_id } = await lastCall(dana);
    const contactId = Number(await dana.page.locator('tr[data-contact]').first().getAttribute('data-contact'));
    await ask(dana, 'POST', '/v1/dialer/link_call', { call_id, contact_id: contactId });
    const files = async () =>
      (await ask<{ data: ContactFile[] }>(dana, 'GET', `/v1/contacts/${contactId}/call_files`)).data;
    await expect.poll(files, SOON).not.toEqual([]);
    const [file] = await files();

    const preview = `/v1/contacts/${contactId}/files/${file?.id}/preview`;
    const { data } = await ask<{ data: FilePreview }>(dana, 'GET', preview);

    const { seconds, loudness } = await dana.page.evaluate(decode, data.url ?? '');

    expect(seconds).toBeGreaterThan(1);
    expect(loudness).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...loudness)).toBeGreaterThan(0.001);
  });

  test('is ended by who answered', async () => {
    await connect(dana, marcus);

    await end(marcus);

    await Promise.all([says(dana, 'Call ended'), says(marcus, 'Call ended')]);
  });
});

describe('a call that nobody takes', () => {
  test('is given up', async () => {
    await dial(dana, marcus.number);
    await button(marcus.page, 'Answer').waitFor();

    await end(dana);

    await says(dana, 'You canceled the call.');
    await says(marcus, 'Missed call: the caller hung up.');
  });

  test('is over when the socket is lost, and the next one is made', async () => {
    await dial(dana, marcus.number);
    await button(marcus.page, 'Answer').waitFor();

    await loseSocket(dana);

    await says(dana, 'Unable to initialize outbound call. The line is offline. Reconnecting automatically.');
    await says(marcus, 'Missed call: the caller hung up.');
    await ready(dana.page);
    await connect(dana, marcus);
    await end(dana);
    await says(marcus, 'Call ended');
  });

  test('is declined', async () => {
    await dial(dana, marcus.number);

    await decline(marcus);

    await says(dana, 'The call was declined.');
    await says(marcus, 'You declined the call.');
  });

  test('rings out', async () => {
    await dial(dana, marcus.number);

    await says(dana, 'No answer.');
    await says(marcus, 'Missed call.');
  });
});

test('who talks and has somebody waiting is busy', async () => {
  await dial(marcus, ECHO);
  await talks(marcus);
  await dial(dana, marcus.number);
  await button(marcus.page, /^Answer /u).waitFor();

  await dial(priya, marcus.number);

  await says(priya, 'The line is busy.');
  await end(dana);
  await end(marcus);
});

test('a second call waits; answering it ends the first', async () => {
  await connect(dana, marcus);
  await dial(priya, marcus.number);

  await press(button(marcus.page, /^Answer .* and end the current call$/u));

  await says(dana, 'Call ended');
  await talks(priya);
  await Promise.all([hears(priya), hears(marcus)]);
  await end(priya);
  await says(marcus, 'Call ended');
});

test('a call goes on when the socket is lost, and when the token is renewed', async () => {
  await connect(dana, marcus);
  const lost = dana.frames.at(-1)?.socket ?? 0;
  const listens = () => dana.frames.filter(({ socket, type }) => socket === lost + 1 && type === 'listen').length;

  await loseSocket(dana);

  await expect.poll(listens, SOON).toBe(2);
  await Promise.all([hears(dana), hears(marcus)]);
  await end(marcus);
  await says(dana, 'Call ended');
});

test('one tab has the phone; others show the same, and take it over when no call goes on', async () => {
  const other = await dana.context.newPage();
  await other.goto('/contacts');
  await ready(other);
  await other.keyboard.press('Control+.');
  await panelOf(other).getByText('The phone is in another tab.').waitFor();

  await connect(dana, marcus);
  await panelOf(other).getByRole('timer').waitFor();
  await panelOf(other).getByText('A call is in progress in another tab.').first().waitFor();
  await end({ page: other });
  await says(marcus, 'Call ended');

  await press(button(other, 'Take over'));
  await panelOf(dana.page).getByText('The phone is in another tab.').waitFor();
  await ready(other);
  await dial(marcus, dana.number);
  await answer({ page: other });
  await panelOf(other).getByRole('timer').waitFor();
  await end(marcus);
  await panelOf(other).getByText('Call ended').waitFor();

  await other.close();
  await ready(dana.page);
  await dial(marcus, dana.number);
  await decline(dana);
  await says(marcus, 'The call was declined.');
});

test('when the voice service crashes calls end, devices come back and the next call works', async () => {
  await connect(dana, marcus);

  await killVoice(browser, inject('appUrl'));

  await Promise.all([says(dana, 'Call ended'), says(marcus, 'Call ended')]);
  await Promise.all([ready(dana.page), ready(marcus.page)]);
  await connect(dana, marcus);
  await Promise.all([hears(dana), hears(marcus)]);
  await end(dana);
  await says(marcus, 'Call ended');
});

test('without a microphone, or without leave to use it, the phone says so and calls nobody', async () => {
  const refused = async (flags: readonly string[], words: string) => {
    const other = await openBrowser(flags);
    const tab = await openPhone(other, inject('appUrl'), 'agent', denyMicrophone);
    await tab.page.keyboard.press('Control+.');
    await says(tab, words);
    expect(await button(tab.page, /^Call( |$)/u).isVisible()).toBe(false);
    await other.close();
  };

  await Promise.all([
    refused([], 'No microphone found'),
    refused(['--use-fake-device-for-media-stream'], 'Your browser is blocking the microphone'),
  ]);
});

test('nothing outside this computer is asked for anything, and no policy is broken', () => {
  const people = [dana, marcus, priya];

  expect(people.flatMap(({ hosts }) => [...hosts])).toEqual(people.map(() => 'localhost'));
  // While the voice service was away, Chromium noted each socket that it was refused.
  const faults = people.flatMap((tab) => tab.faults).filter((fault) => !fault.includes("/voice' failed"));
  expect(faults).toEqual([]);
});

/** Runs in the page: the browser's own decoder reads it. */
async function decode(url: string): Promise<{ seconds: number; loudness: number[] }> {
  const bytes = await (await fetch(url)).arrayBuffer();
  const audio = await new AudioContext().decodeAudioData(bytes);
  const loudness = Array.from({ length: audio.numberOfChannels }, (_, channel) => {
    const samples = audio.getChannelData(channel);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  });
  return { seconds: audio.duration, loudness };
}
