import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openMailingGroup, openSmsGroup, sendBroadcastEmail, sendBroadcastSms } from '#contract/broadcasts.contract.ts';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import { listOutboxMails } from '#contract/mail.contract.ts';
import { startSequence } from '#contract/sequences.contract.ts';
import { sendMessage, sendMessageAgain } from '#contract/messages.contract.ts';
import { listEmailLogs } from '#contract/timeline/emails.contract.ts';
import { broadcastsJobs } from '../../server/features/broadcasts/broadcasts.jobs.ts';
import { addOffice } from '../mail/add-office.ts';
import { photo } from '../files/sample-files.ts';
import { openSequenceDesk, type SequenceDesk } from '../sequences/sequence-desk.ts';

let it: SequenceDesk;
beforeAll(async () => {
  it = await openSequenceDesk();
  it.deps.config.appUrl = 'https://crm.example.test';
});
afterEach(async () => {
  await it.clear();
  await it.sql('truncate broadcasts, broadcast_recipients, text_lanes, outbox_mails cascade');
});
afterAll(() => it.close());

const picture = async (name = 'card.png') => new File([new Uint8Array(await photo('png'))], name);
const attach = async (id: number, file: File) => {
  const answer = await it.admin.call(campaignTriggers.update, { params: { id }, body: {}, file });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
};
const start = (id: number, triggerId: number) =>
  it.agent.call(startSequence, { params: { id }, body: { campaign_trigger_id: triggerId } });
const runBroadcast = (broadcastId: number) =>
  broadcastsJobs(it.deps)['broadcasts.run'](
    { accountId: it.world.accountId, broadcastId },
    new AbortController().signal,
  );

/** What a carrier fetches for the last text. */
async function fetched(): Promise<[string | undefined, number, number]> {
  const [url = ''] = it.line.taken.at(-1)?.media ?? [];
  const { headers, statusCode, rawPayload } = await it.app.inject({ url: url.replace('https://crm.example.test', '') });
  return [headers['content-type'] as string | undefined, statusCode, rawPayload.length];
}
const isSent = ['image/png', 200, expect.any(Number)];

let named = 0;
async function emailTrigger(): Promise<number> {
  await it.sql('delete from office_locations');
  await addOffice(it.owner, { accountId: it.world.accountId });
  const made = await it.admin.call(broadcastEmails.create, {
    body: { name: `Card ${(named += 1)}`, subject: 'A card', body: 'For you' },
  });
  return it.trigger({ trigger_type: 'email', body: '', all_email_ids: [made.body.data.id], show_on_bulk: true });
}

test('the texts of a sequence carry the file of their own trigger', async () => {
  const second = await it.trigger({ body: 'Second. Reply STOP to opt out.' });
  const first = await it.trigger({ all_sms_trigger_ids: [second], show_on_bulk: true });
  await attach(second, await picture());
  const id = await it.willing();
  await start(id, first);
  await it.run();
  await it.work();
  expect(it.line.taken.at(-1)?.media).toEqual([]);

  await it.later(24 * 3_600_000);
  await it.run();
  await it.work();

  expect(it.line.taken).toHaveLength(2);
  expect(await fetched()).toEqual(isSent);
  const shown = (await it.texts(id)).flatMap(({ attachments }) => attachments);
  expect(shown).toMatchObject([{ name: 'card.png', type: 'png', state: 'ready', file_id: null }]);
});

test('a contact gets the file of the version it began with, though the trigger has another one by then', async () => {
  const second = await it.trigger({ body: 'Second. Reply STOP to opt out.' });
  const first = await it.trigger({ all_sms_trigger_ids: [second], show_on_bulk: true });
  await attach(second, await picture('old.png'));
  const id = await it.willing();
  await start(id, first);
  await it.run();
  await attach(second, await picture('new.png'));
  await it.later(24 * 3_600_000);
  await it.run();
  await it.work();

  expect((await it.texts(id)).flatMap(({ attachments }) => attachments.map(({ name }) => name))).toEqual(['old.png']);
  expect(await fetched()).toEqual(isSent);
});

test('a text that an agent sends from a trigger carries its file, and so does the one that is sent again', async () => {
  const trigger = await it.trigger({ show_on_conversation: true });
  await attach(trigger, await picture());
  const id = await it.willing();
  it.line.next.push(() => ({ sid: 'SM9', status: 'failed', code: 30_003, reason: 'Unreachable.' }));
  await it.agent.call(sendMessage, { body: { contact_id: id, campaign_trigger_id: trigger, message_content: '' } });
  await it.work();
  const [failed] = await it.texts(id);
  expect(failed).toMatchObject({ status: 'failed', attachments: [{ name: 'card.png' }] });

  await it.agent.call(sendMessageAgain, { body: { message_id: failed?.id ?? 0 } });
  await it.work();
  expect(await fetched()).toEqual(isSent);
});

test('the first e-mail of a sequence attaches the file of its trigger, and the log names it', async () => {
  const trigger = await emailTrigger();
  await attach(trigger, await picture());
  const id = await it.willing({ email: 'rosalind@example.test' });
  await start(id, trigger);
  await it.run();

  const { body } = await it.admin.call(listOutboxMails, { query: { page: 1 } });
  expect(body.data).toMatchObject([{ to: 'rosalind@example.test', attachment: 'card.png' }]);
  const log = await it.agent.call(listEmailLogs, { params: { id }, query: { page: 1, limit: 10 } });
  expect(log.body.data).toMatchObject([{ subject: 'A card', attachment: 'card.png' }]);
});

test('a broadcast carries the file of the trigger that it takes over', async () => {
  const [text, mail] = [await it.trigger({ show_on_bulk: true }), await emailTrigger()];
  await attach(text, await picture());
  await attach(mail, await picture('mail.png'));
  const id = await it.willing({ email: 'rosalind@example.test' });

  const texts = await it.agent.call(openSmsGroup, { body: { selection: { ids: [id] } } });
  const sent = await it.agent.call(sendBroadcastSms, {
    body: { broadcast_id: texts.body.data.id, send_now: true, campaign_trigger_id: text },
  });
  expect(sent.body.data.content.file).toMatchObject({ name: 'card.png', type: 'png' });
  await runBroadcast(texts.body.data.id);
  expect(await fetched()).toEqual(isSent);

  const mails = await it.agent.call(openMailingGroup, { body: { selection: { ids: [id] } } });
  await it.agent.call(sendBroadcastEmail, {
    body: { broadcast_id: mails.body.data.id, send_now: true, email_campaign_trigger_id: mail },
  });
  await runBroadcast(mails.body.data.id);
  const { body } = await it.admin.call(listOutboxMails, { query: { page: 1 } });
  expect(body.data).toMatchObject([{ attachment: 'mail.png' }]);
});

test('a text trigger takes no PDF that carriers would not deliver', async () => {
  const pdf = new File(['%PDF-1.4\n', new Uint8Array(500 * 1024)], 'card.pdf');
  const id = await it.trigger();
  const refused = await it.admin.call(campaignTriggers.update, { params: { id }, body: {}, file: pdf });
  expect([refused.status, refused.body]).toMatchObject([
    422,
    {
      errors: {
        file: ['Carriers deliver at most 500 KB of a file that is no picture. Use a smaller file, or link to it.'],
      },
    },
  ]);
});
