import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMessage } from '#contract/messages.contract.ts';
import { twilioTextLine } from '../../server/adapters/texts/twilio-text-line.ts';
import { loadAttachments } from '../../server/features/messages/incoming/load-attachments.ts';
import { signatureOf } from '../../server/features/phone/twilio/twilio-signature.ts';
import { openTwilioStandIn, STAND_IN_SID, STAND_IN_TOKEN, type TwilioStandIn } from '../_adapters/twilio-stand-in.ts';
import { photo } from '../files/sample-files.ts';
import { openTextDesk, OURS, ROSALIND, type TextDesk } from './text-desk.ts';

const PUBLIC = 'https://crm.example.com';
const PICTURE = 'Messages/MM00000000000000000000000000000001/Media/ME00000000000000000000000000000001';
let twilio: TwilioStandIn;
let it: TextDesk;

beforeAll(async () => {
  twilio = await openTwilioStandIn(() => it.deps.now());
  const access = { accountSid: STAND_IN_SID, authToken: STAND_IN_TOKEN, baseUrl: twilio.baseUrl };
  const settings = { ...access, from: OURS.agent, voice: null };
  it = await openTextDesk({
    config: { twilio: settings, appUrl: PUBLIC },
    textLine: twilioTextLine({ twilio: settings, appUrl: PUBLIC }),
  });
});
afterAll(async () => {
  await it.close();
  twilio.close();
});
beforeEach(async () => {
  await it.clear();
  twilio.messages.length = 0;
  twilio.refusals.length = 0;
  twilio.received.length = 0;
});

async function post(path: string, form: Record<string, string>, signature?: string): Promise<number> {
  const signed = signature ?? signatureOf(STAND_IN_TOKEN, PUBLIC + path, form);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed };
  return (await fetch(it.url + path, { method: 'POST', headers, body: new URLSearchParams(form) })).status;
}

const status = (id: number, sid: string, MessageStatus: string, more: Record<string, string> = {}) =>
  post(`/_texts/twilio/status?text=${id}`, { MessageSid: sid, MessageStatus, ...more });

const incoming = (Body: string, more: Record<string, string> = {}) =>
  post('/_texts/twilio/incoming', { MessageSid: 'SMin', From: ROSALIND, To: OURS.agent, Body, NumMedia: '0', ...more });

async function sent(): Promise<{ id: number; sid: string; contact: number }> {
  const contact = await it.contact();
  const { body } = await it.send({ contact_id: contact });
  await it.work();
  return { id: body.data.id, sid: twilio.messages.at(-1)?.sid ?? '', contact };
}

test('a text goes to Messages with the address of its reports, and these move it on', async () => {
  const { id, sid } = await sent();
  expect(twilio.posted()).toEqual([
    {
      path: 'Messages.json',
      form: {
        To: ROSALIND,
        From: OURS.agent,
        Body: 'Hi Rosalind',
        StatusCallback: `${PUBLIC}/_texts/twilio/status?text=${id}`,
        // Noon in Texas, and texts may arrive until 9 PM there: in nine hours.
        ValidityPeriod: expect.stringMatching(/^32[34]\d\d$/),
      },
    },
  ]);
  expect(await status(id, sid, 'delivered')).toBe(204);
  expect(await status(id, sid, 'sent')).toBe(204);
  expect(await it.text(id)).toMatchObject({ status: 'delivered', sid });
});

test('what nobody signed is refused', async () => {
  const { id, sid } = await sent();
  const form = { MessageSid: sid, MessageStatus: 'delivered' };
  expect(await post(`/_texts/twilio/status?text=${id}`, form, 'AAAA')).toBe(403);
  const other = signatureOf(STAND_IN_TOKEN, `${PUBLIC}/_texts/twilio/status?text=1`, form);
  expect(await post(`/_texts/twilio/status?text=${id}`, form, other)).toBe(403);
  expect(await it.text(id)).toMatchObject({ status: 'sent' });
});

describe('errors in plain words', () => {
  test.each([
    [21_614, 'The number is not a mobile number.'],
    [21_211, 'The number is not valid.'],
    [30_034, 'Your number isn’t registered for business texts (A2P 10DLC) yet. Ask your administrator.'],
    [39_999, 'The carrier couldn’t deliver it (Twilio error 39999).'],
  ])('%i at once', async (code, reason) => {
    twilio.refusals.push({ status: 400, code });
    const { id } = await sent();
    expect(await it.text(id)).toMatchObject({ status: 'failed', reason });
  });

  test('and afterwards', async () => {
    const { id, sid } = await sent();
    await status(id, sid, 'undelivered', { ErrorCode: '30006' });
    expect(await it.text(id)).toMatchObject({
      status: 'failed',
      reason: 'The number is a landline, which takes no texts.',
    });
  });

  test('an opt-out that Twilio knows is one here', async () => {
    twilio.refusals.push({ status: 400, code: 21_610 });
    const { contact } = await sent();
    expect((await it.send({ contact_id: contact })).status).toBe(422);
  });

  test.each([429, 401])('%i leaves the text in its queue', async (code) => {
    twilio.refusals.push({ status: code, code: 20_003 });
    await expect(sent()).rejects.toThrow('Twilio takes no texts');
    expect(await it.sql('select from text_messages where status = $1', ['queued'])).toHaveLength(1);
  });
});

test('an answer that is lost: the text is found at Twilio, and is there once', async () => {
  twilio.refusals.push('lost');
  const { id } = await sent();
  expect(await it.text(id)).toMatchObject({ status: 'unconfirmed' });
  await it.settle(id);
  expect(await it.text(id)).toMatchObject({ status: 'sent', sid: twilio.messages[0]?.sid });
  expect(twilio.messages).toHaveLength(1);
});

test('an answer that is lost: the first report names the text', async () => {
  twilio.refusals.push('lost');
  const { id } = await sent();
  await status(id, twilio.messages[0]?.sid ?? '', 'delivered');
  expect(await it.text(id)).toMatchObject({ status: 'delivered' });
});

test('a text that never reached Twilio is not taken for the same words before it', async () => {
  const contact = await it.contact();
  const first = (await it.send({ contact_id: contact })).body.data.id;
  await it.work();
  twilio.refusals.push({ status: 503, code: 20_500 });
  const second = (await it.send({ contact_id: contact })).body.data.id;
  await it.work();
  expect(await it.text(second)).toMatchObject({ status: 'unconfirmed' });

  await it.settle(second);

  expect(await it.text(first)).toMatchObject({ status: 'sent', sid: twilio.messages[0]?.sid });
  expect(await it.text(second)).toMatchObject({ status: 'unconfirmed', sid: null });
});

test('of the same words twice without an answer, each is found by its time', async () => {
  const contact = await it.contact();
  twilio.refusals.push('lost');
  const first = (await it.send({ contact_id: contact })).body.data.id;
  await it.work();
  await it.later(90_000);
  twilio.refusals.push('lost');
  const second = (await it.send({ contact_id: contact })).body.data.id;
  await it.work();

  await it.settle(second);
  await it.settle(first);

  expect(await it.text(second)).toMatchObject({ status: 'sent', sid: twilio.messages[1]?.sid });
  expect(await it.text(first)).toMatchObject({ status: 'sent', sid: twilio.messages[0]?.sid });
});

test('a text of another day with the same words is not taken for it', async () => {
  const contact = await it.contact();
  const old = { sid: 'SMold', to: ROSALIND, from: OURS.agent, body: 'Hi Rosalind', status: 'sent' };
  twilio.messages.push({ ...old, date_created: new Date(it.deps.now().getTime() - 3_600_000).toUTCString() });
  twilio.refusals.push({ status: 503, code: 20_500 });
  const { id } = (await it.send({ contact_id: contact })).body.data;
  await it.work();
  await it.settle(id);
  expect(await it.text(id)).toMatchObject({ status: 'unconfirmed', sid: null });
});

test('a text comes in once, and Twilio’s own answer is not repeated', async () => {
  const id = await it.contact();
  expect(await incoming('STOP')).toBe(204);
  expect(await incoming('STOP')).toBe(204);
  expect(await it.texts(id)).toMatchObject([{ body: 'STOP', asks: 'opt_out' }]);
  await it.work();
  expect(twilio.messages).toHaveLength(0);
  expect((await it.send({ contact_id: id })).status).toBe(422);
});

test('a Spanish word, which Twilio does not know, is answered here', async () => {
  await it.contact();
  await incoming('BAJA');
  await it.work();
  expect(twilio.messages).toMatchObject([{ body: expect.stringContaining('No recibirá más mensajes') }]);
});

test('a picture is fetched by its name, checked, kept at the contact, and deleted at Twilio', async () => {
  const id = await it.contact();
  const body = await photo('png');
  twilio.media.set(PICTURE, { body, mime: 'image/png' });
  await incoming('My card', {
    NumMedia: '2',
    MediaUrl0: `https://evil.example.com/2010-04-01/Accounts/AC1/${PICTURE}`,
    MediaUrl1: 'https://evil.example.com/steal',
  });
  expect(await loadAttachments(it.deps, 'new')).toBe(1);
  const [text] = await it.texts(id);
  expect(text?.attachments).toMatchObject([{ type: 'png', file_id: expect.any(Number) }]);
  expect(await it.sql('select from files where contact_id = $1', [id])).toHaveLength(1);
  expect(twilio.media.size).toBe(0);
});

test('a picture that is none says so', async () => {
  const id = await it.contact();
  twilio.media.set(PICTURE, { body: Buffer.from('MZ not a picture'), mime: 'image/png' });
  await incoming('', { NumMedia: '1', MediaUrl0: `https://api.twilio.com/2010-04-01/Accounts/AC1/${PICTURE}` });
  await loadAttachments(it.deps, 'new');
  const [text] = await it.texts(id);
  expect(text?.attachments).toMatchObject([{ state: 'failed', file_id: null }]);
  expect(text?.attachments[0]?.failure).not.toBe('');
});

describe('a text with a file', () => {
  const sendPicture = async (name = 'card.png') => {
    const contact = await it.contact();
    const file = new File([new Uint8Array(await photo('png'))], name);
    const sent = await it.agent.call(sendMessage, {
      body: { contact_id: contact, message_content: 'Your card' },
      file,
    });
    return { contact, sent, id: sent.body.data?.id ?? 0 };
  };
  const setState = (state: string, failure = '') =>
    it.sql('update files set state = $1, failure = $2', [state, failure]);

  test('waits for the check of the file, which is the contact’s, and Twilio fetches it by a signed address', async () => {
    const { contact, sent } = await sendPicture();
    expect(sent.body.data).toMatchObject({ status: 'queued', attachments: [{ name: 'card.png', state: 'checking' }] });
    await it.work();
    expect(twilio.messages).toHaveLength(0);
    await setState('ready');
    await it.work();
    const [{ form } = { form: {} as Record<string, string> }] = twilio.posted();
    const address = (form['MediaUrl'] ?? '').replace(PUBLIC, it.url);
    const fetched = await fetch(address);
    expect([fetched.status, fetched.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(await photo('png'))).toBe(true);
    // Changed, or too old.
    const changed = address.replace(/(.)(?=.{8}$)/, (one) => (one === 'A' ? 'B' : 'A'));
    expect((await fetch(changed)).status).toBe(404);
    await it.later(4 * 3_600_000);
    expect((await fetch(address)).status).toBe(404);
    expect(await it.sql('select from files where contact_id = $1', [contact])).toHaveLength(1);
  });

  test('does not go with a file that its check refused', async () => {
    const { id } = await sendPicture();
    await setState('infected', 'A virus was found.');
    await it.work();
    expect(await it.text(id)).toMatchObject({ status: 'failed', reason: 'Not sent: A virus was found.' });
    expect(twilio.messages).toHaveLength(0);
  });

  test('is refused for a type that carriers do not deliver, and for an unknown number', async () => {
    const { sent } = await sendPicture('card.docx');
    expect(sent.status).toBe(422);
    const file = new File([new Uint8Array(await photo('png'))], 'card.png');
    const body = { message_to: '+15125550177', message_content: 'Hi' };
    expect((await it.agent.call(sendMessage, { body, file })).status).toBe(422);
    expect(await it.sql('select from text_messages')).toHaveLength(0);
  });
});
