import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listEmailLogs } from '#contract/timeline/emails.contract.ts';
import type { Mail } from '../../server/adapters/mail/mail.ts';
import { queuedMailer } from '../../server/adapters/mail/queued-messages.ts';
import { withAccount } from '../../server/db/tx.ts';
import { queueCampaignMail } from '../../server/features/mail/campaign-mail.ts';
import { mailJobs } from '../../server/features/mail/mail.jobs.ts';
import { requireCampaignSender } from '../../server/features/mail/postal-address.ts';
import { emailDeliveries } from '../../server/features/timeline/email-deliveries.service.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { addOffice } from './add-office.ts';

let office: Office;
const left: Mail[] = [];

beforeAll(async () => {
  office = await openOffice();
  Object.assign(office.deps, { mailer: queuedMailer(office.deps) });
  await office.owner.query(`update users set email = username || '@harbor.test'`);
});
afterAll(() => office.close());
beforeEach(async () => {
  left.length = 0;
  await office.owner.query('delete from outgoing_messages');
  await office.owner.query('delete from office_locations');
  await addOffice(office.owner, office.world);
});

const HELLO = { subject: 'Your plan, Jane', text: 'Hi Jane', html: null } as const;

const send = (contactId: number, to: string, more: { readonly html?: string } = {}) => {
  const { accountId, userId, actorId } = office.identityOf('agent');
  const by = { userId, actorId, purpose: 'automated' } as const;
  return withAccount(office.deps.pool, { accountId }, async (tx) => {
    const sender = await requireCampaignSender(tx, userId);
    return queueCampaignMail(office.deps, tx, accountId, { ...HELLO, ...more, ...by, contactId, to, sender });
  });
};

/** Runs the jobs that wait, each once. */
async function deliver(): Promise<void> {
  const mail = { carry: async (one: Mail) => void left.push(one), close: () => undefined };
  const { rows } = await office.owner.query<{ id: number }>('select id from outgoing_messages order by id');
  const run = mailJobs(office.deps, { mail, text: null }, emailDeliveries(office.deps))['messages.send'];
  for (const { id } of rows) await run?.({ accountId: office.world.accountId, messageId: id }, AbortSignal.any([]));
}

const linkIn = ({ text }: Pick<Mail, 'text'>) => /Unsubscribe: https?:\/\/[^/]+(\/\S+)/.exec(text)?.[1] ?? '';

let people = 0;

async function sent(more: { readonly html?: string } = {}): Promise<{
  id: number;
  email: string;
  path: string;
  mail: Mail;
}> {
  const email = `jane${(people += 1)}@mail.test`;
  const id = await office.add({ owner: 'agent', first_name: 'Jane', email });
  await send(id, email, more);
  await deliver();
  const mail = left.at(-1);
  if (mail === undefined) throw new Error('no mail has left');
  return { id, email, path: linkIn(mail), mail };
}

const logOf = async (id: number) =>
  (await (await office.signIn('agent')).call(listEmailLogs, { params: { id } })).body.data;

const consentsOf = async (id: number) =>
  (
    await office.owner.query<{
      kind: string;
      channel: string;
      purpose: string;
      source: string;
      user_id: number | null;
    }>('select kind, channel, purpose, source, user_id from contact_consents where contact_id = $1 order by id', [id])
  ).rows;

const post = (path: string, body: string | FormData = 'List-Unsubscribe=One-Click') =>
  fetch(office.url + path, {
    method: 'POST',
    redirect: 'manual',
    body,
    ...(typeof body === 'string' && { headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  });

test('a campaign e-mail has the postal address and a link to unsubscribe, and is in the log without them', async () => {
  const { id, email, mail, path } = await sent();

  expect(mail).toMatchObject({ to: email, replyTo: { address: 'agent@harbor.test' } });
  expect(mail.text).toContain('100 Congress Ave, Austin, TX 78701');
  expect(mail.campaign?.unsubscribeUrl.endsWith(path)).toBe(true);
  expect(path).toMatch(/^\/unsubscribe\/[\w-]{40,199}$/);
  const [logged] = await logOf(id);
  expect(logged).toMatchObject({ direction: 'out', status: 'sent' });
  expect(logged?.body).not.toContain('unsubscribe');
});

test('so has one in HTML, where the name of the agency brings no tags', async () => {
  await office.owner.query(`update accounts set name = 'Tom & <b>Co</b>' where id = $1`, [office.world.accountId]);
  const { mail, path } = await sent({ html: '<p>Hello</p>' });

  expect(mail.html).toContain('<p>Hello</p><hr /><p>Tom &amp; &lt;b&gt;Co&lt;/b&gt;, 100 Congress Ave');
  expect(mail.html).toContain(`${path}">Unsubscribe</a>`);
});

test('the address is that of the business unit, of its main office, else of the agency', async () => {
  const { accountId, businessUnitId: unit } = office.identityOf('agent');
  await addOffice(office.owner, { accountId, unit, type: 'branch', street: '2 Branch Rd' });
  expect((await sent()).mail.text).toContain('2 Branch Rd');
  await addOffice(office.owner, { accountId, unit, street: '1 Main St' });
  expect((await sent()).mail.text).toContain('1 Main St');
});

test('without a complete address nothing is sent, and the refusal names the setting', async () => {
  await office.owner.query(`update office_locations set zip_code = ''`);
  const id = await office.add({ owner: 'agent', email: 'jane@mail.test' });

  await expect(send(id, 'jane@mail.test')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('On Office locations, add a main office'),
  });

  expect(await logOf(id)).toEqual([]);
});

test('a scanner that opens the link changes nothing, and sees a page with one button', async () => {
  const { id, email, path } = await sent();

  const page = await fetch(office.url + path);

  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(html).toContain('<form method="post">');
  expect(html).not.toContain(email);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await consentsOf(id)).toEqual([]);
});

test('one POST without a cookie opts out, and a second one adds nothing', async () => {
  const { id, path } = await sent();

  const answer = await post(path);

  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  expect(await answer.text()).toContain('You&#39;re unsubscribed');
  const entry = { kind: 'withdrawn', channel: 'mail', purpose: 'marketing', source: 'mail', user_id: null };
  expect(await consentsOf(id)).toEqual([entry]);
  expect((await post(path)).status).toBe(200);
  expect(await consentsOf(id)).toEqual([entry]);
  expect(await (await fetch(office.url + path)).text()).toContain('You&#39;re unsubscribed');
});

test('a form in parts counts, too', async () => {
  const { id, path } = await sent();
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');

  expect((await post(path, form)).status).toBe(200);
  expect(await consentsOf(id)).toHaveLength(1);
});

test('later mail to who has unsubscribed, and to others with the address, never leaves', async () => {
  const { id, email, path } = await sent();
  await post(path);
  const twin = await office.add({ owner: 'agent', email: email.toUpperCase() });
  left.length = 0;

  for (const one of [id, twin]) await send(one, email);
  await deliver();

  expect(left).toEqual([]);
  expect((await logOf(twin))[0]).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^Not sent\. /) });
});

/** Runs the jobs that wait over such a mail server. */
async function deliverOver(carry: (mail: Mail) => Promise<void>): Promise<void> {
  const { rows } = await office.owner.query<{ id: number }>('select id from outgoing_messages order by id');
  const carriers = { mail: { carry, close: () => undefined }, text: null };
  const run = mailJobs(office.deps, carriers, emailDeliveries(office.deps))['messages.send'];
  for (const one of rows) await run?.({ accountId: office.world.accountId, messageId: one.id }, AbortSignal.any([]));
}

test('an opt-out does not wait for the mail server', async () => {
  const { id, email, path } = await sent();
  await send(id, email);

  const answers: number[] = [];
  await deliverOver(async () => void answers.push((await post(path)).status));

  expect(answers).toEqual([200]);
});

describe('a mail whose attempt has no known end', () => {
  const waiting = async () => (await office.owner.query('select from outgoing_messages')).rowCount;
  const IN_DOUBT = { status: 'sent', reason: expect.stringMatching(/^May have been sent\./) };

  test('is not sent again after its process died', async () => {
    const { id, email } = await sent();
    await send(id, email);
    const begun = Promise.withResolvers<void>();
    // This process never learns the answer.
    void deliverOver(() => {
      begun.resolve();
      return new Promise(() => undefined);
    });
    await begun.promise;
    left.length = 0;

    await deliver();

    expect(left).toEqual([]);
    expect(await waiting()).toBe(0);
    expect((await logOf(id))[0]).toMatchObject(IN_DOUBT);
  });

  test.each([
    ['the connection was cut', { code: 'ESOCKET', syscall: 'read' }, 'read ECONNRESET'],
    ['the server hung up', { code: 'ECONNECTION' }, 'Connection closed unexpectedly'],
    ['the server fell silent', { code: 'ETIMEDOUT' }, 'Timeout'],
  ])('is not sent again when %s', async (_, fields, message) => {
    const { id, email } = await sent();
    await send(id, email);
    await deliverOver(() => Promise.reject(Object.assign(new Error(message), fields)));

    expect(await waiting()).toBe(0);
    expect((await logOf(id))[0]).toMatchObject(IN_DOUBT);
  });

  test.each([
    ['there was no connection', { code: 'ESOCKET', syscall: 'connect' }, 'connect ECONNREFUSED'],
    ['the server did not greet', { code: 'ETIMEDOUT' }, 'Greeting never received'],
    ['the server is busy', { code: 'EMESSAGE', responseCode: 451, response: '451 later' }, 'Message failed'],
  ])('is sent again when %s', async (_, fields, message) => {
    const { id, email } = await sent();
    await send(id, email);
    const failing = deliverOver(() => Promise.reject(Object.assign(new Error(message), fields)));
    await expect(failing).rejects.toThrow(message);
    left.length = 0;
    expect((await logOf(id))[0]).toMatchObject({ status: 'queued' });

    await deliver();

    expect(left).toHaveLength(1);
    expect((await logOf(id))[0]).toMatchObject({ status: 'sent', reason: '' });
  });
});

test('mail that waits does not leave after its recipient has unsubscribed, and the log says why', async () => {
  const { id, email, path } = await sent();
  await send(id, email);
  await post(path);
  left.length = 0;

  await deliver();

  expect(left).toEqual([]);
  expect(await office.owner.query('select from outgoing_messages')).toMatchObject({ rowCount: 0 });
  expect((await logOf(id))[0]).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/^Not sent\. They asked not to be e-mailed/),
  });
});

test('a changed link is refused', async () => {
  const { id, path } = await sent();
  const changed = path.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));

  for (const one of [changed, '/unsubscribe/x']) {
    const answer = await post(one);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('This link doesn&#39;t work');
    expect((await fetch(office.url + one)).status).toBe(404);
  }
  expect(await consentsOf(id)).toEqual([]);
});

test('the link of a contact that was merged opts out who has the mail now', async () => {
  const { id, path } = await sent();
  const survivor = await office.add({ owner: 'agent', email: 'jane@mail.test' });
  await office.owner.query('update contact_emails set contact_id = $2 where contact_id = $1', [id, survivor]);

  await post(path);

  expect(await consentsOf(survivor)).toHaveLength(1);
  expect(await consentsOf(id)).toEqual([]);
});
