import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { twilioTextLine } from '../../server/adapters/texts/twilio-text-line.ts';
import { loadAttachments, MOST_TRIES } from '../../server/features/messages/incoming/load-attachments.ts';
import { openTwilioStandIn, STAND_IN_SID, STAND_IN_TOKEN, type TwilioStandIn } from '../_adapters/twilio-stand-in.ts';
import { photo } from '../files/sample-files.ts';
import { openTextDesk, OURS, type TextDesk } from './text-desk.ts';

const DAY_MS = 24 * 3_600_000;
let twilio: TwilioStandIn;
let it: TextDesk;
let png: Buffer;

beforeAll(async () => {
  twilio = await openTwilioStandIn();
  png = await photo('png');
  const access = { accountSid: STAND_IN_SID, authToken: STAND_IN_TOKEN, baseUrl: twilio.baseUrl };
  const settings = { ...access, from: OURS.agent, voice: null };
  it = await openTextDesk({
    config: { twilio: settings },
    textLine: twilioTextLine({ twilio: settings, appUrl: null }),
  });
});
afterAll(async () => {
  await it.close();
  twilio.close();
});
beforeEach(async () => {
  await it.clear();
  twilio.media.clear();
  twilio.received.length = 0;
});

const pathOf = (place: number) =>
  `Messages/MM00000000000000000000000000000001/Media/ME${String(place).padStart(32, '0')}`;

/** Texts with a picture each, which Twilio hands over or not. Returns their contact. */
async function receivePictures(places: readonly number[], status: number): Promise<number> {
  const contact = await it.contact();
  for (const place of places) {
    twilio.media.set(pathOf(place), { body: png, mime: 'image/png', status });
    await it.receive('', { media: [pathOf(place)] });
  }
  return contact;
}

const asked = () => twilio.received.splice(0).map(({ url = '' }) => Number(url.slice(-9)));
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('pictures that Twilio keeps back do not hold up a newer one', async () => {
  const contact = await receivePictures(range(60), 503);
  twilio.media.set(pathOf(61), { body: png, mime: 'image/png' });
  await it.receive('The newest', { media: [pathOf(61)] });

  await loadAttachments(it.deps, 'new');

  const [newest] = await it.texts(contact);
  expect(newest).toMatchObject({ body: 'The newest', attachments: [{ type: 'png' }] });
});

test('a picture is tried again after growing pauses, apart from new ones', async () => {
  const contact = await receivePictures([1], 503);
  await loadAttachments(it.deps, 'new');
  expect(asked()).toEqual([1]);

  await loadAttachments(it.deps, 'new');
  await loadAttachments(it.deps, 'again');
  expect(asked()).toEqual([]);

  await it.later(30_000);
  await loadAttachments(it.deps, 'again');
  expect(asked()).toEqual([1]);
  await it.later(59_999);
  await loadAttachments(it.deps, 'again');
  expect(asked()).toEqual([]);

  twilio.media.set(pathOf(1), { body: png, mime: 'image/png' });
  await it.later(1);
  await loadAttachments(it.deps, 'again');
  expect(await it.texts(contact)).toMatchObject([{ attachments: [{ type: 'png', file_id: expect.any(Number) }] }]);
});

test('a picture is given up in the end, and the thread says so', async () => {
  const contact = await receivePictures([1], 503);
  await loadAttachments(it.deps, 'new');
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    expect(await it.texts(contact)).toMatchObject([{ attachments: [{ state: 'loading' }] }]);
    await it.later(DAY_MS);
    await loadAttachments(it.deps, 'again');
  }
  expect(await it.texts(contact)).toMatchObject([
    { attachments: [{ state: 'failed', failure: "The picture can't be loaded any more." }] },
  ]);

  twilio.received.length = 0;
  await it.later(DAY_MS);
  await loadAttachments(it.deps, 'again');
  expect(asked()).toEqual([]);
});

test('a picture that ended its process each time is given up, too', async () => {
  const contact = await receivePictures([1], 200);
  await it.sql('update text_attachments set tries = $1, next_try_at = $2', [MOST_TRIES, it.deps.now()]);
  await loadAttachments(it.deps, 'again');
  expect(asked()).toEqual([]);
  expect(await it.texts(contact)).toMatchObject([{ attachments: [{ state: 'failed' }] }]);
});
