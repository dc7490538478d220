import { afterAll, beforeAll, expect, test } from 'vitest';
import { brandOf } from '#brands/brand.ts';
import { legalPagesOf } from '#brands/legal-pages.ts';
import {
  acceptTos,
  listAuthIps,
  updateProfile,
  updateTimezone,
  updateUser,
  updateWebpage,
} from '#contract/profile.contract.ts';
import { readMe, SUDO_MIN } from '#contract/session.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let agent: Client;
let peer: Client;
let outsider: Client;

beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
  peer = await it.signIn('peer');
  outsider = await it.signIn('outsider');
});
afterAll(() => it.close());

const lastAudit = async (client: Client) => {
  const { rows } = await it.owner.query(
    `select action, actor_id, subject_type, subject_id, detail from audit_log
     where acting_as_id = $1 and action like 'profile.%' order by id desc limit 1`,
    [client.person?.id],
  );
  return rows[0];
};

const countAudit = async (client: Client) => {
  const { rows } = await it.owner.query<{ count: number }>(
    `select count(*)::int as count from audit_log where acting_as_id = $1 and action like 'profile.%'`,
    [client.person?.id],
  );
  return rows[0]?.count;
};

const refusal = (field: string, message: string) => ({
  status: 422,
  errors: { [field]: [message] },
});

const answerOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  errors: (body as { errors?: unknown } | null)?.errors,
});

const ownId = (client: Client) => client.person?.id ?? 0;

test('the time zone is kept, answered and audited', async () => {
  const { body } = await agent.call(updateTimezone, { body: { timezone: 'hst' } });

  expect(body.data.timezone).toBe('hst');
  expect((await agent.call(readMe)).body).toEqual(body);
  expect(await lastAudit(agent)).toEqual({
    action: 'profile.timezoneChanged',
    actor_id: ownId(agent),
    subject_type: 'user',
    subject_id: ownId(agent),
    detail: { before: { timezone: 'est' }, after: { timezone: 'hst' } },
  });
});

test('a time zone that is none of the six is refused', async () => {
  const { status } = await agent.call(updateTimezone, { body: { timezone: 'cet' as 'est' } });

  expect(status).toBe(422);
});

test('names are trimmed to one line, and a phone number is kept as E.164', async () => {
  const { body } = await agent.call(updateProfile, {
    body: { profile: { first_name: '  Ann  Mae\n', last_name: "O'Neil ", phone: '(512) 555-0142', about_me: ' Hi\n' } },
  });

  const { first_name, last_name, phone, webpage } = body.data;
  expect([first_name, last_name, phone, webpage.about_me]).toEqual(['Ann Mae', "O'Neil", '+15125550142', 'Hi']);
});

test('what is not named stays, and an empty phone number removes it', async () => {
  await peer.call(updateProfile, { body: { profile: { phone: '512-555-0143', about_me: 'Medicare in plain words' } } });

  const { body } = await peer.call(updateProfile, { body: { profile: { phone: '' } } });

  const { first_name, last_name, phone, webpage } = body.data;
  expect([first_name, last_name, phone, webpage.about_me]).toEqual(['Pia', 'Peer', '', 'Medicare in plain words']);
});

test('a change of nothing is answered and leaves no audit row', async () => {
  const before = await countAudit(peer);

  const { status } = await peer.call(updateProfile, { body: { profile: { first_name: ' Pia ' } } });

  expect([status, await countAudit(peer)]).toEqual([200, before]);
});

test('what is no phone number is refused at its field', async () => {
  const answer = await agent.call(updateProfile, { body: { profile: { phone: '12' } } });

  expect(answerOf(answer)).toEqual(refusal('profile.phone', 'Invalid phone number. Use a format like 512-555-0142.'));
});

test.each(['first_name', 'last_name'] as const)('an empty %s is refused at its field', async (name) => {
  const answer = await agent.call(updateProfile, { body: { profile: { [name]: '\u0007' } } });

  const words = name === 'first_name' ? 'Enter a first name.' : 'Enter a last name.';
  expect(answerOf(answer)).toEqual(refusal(`profile.${name}`, words));
});

test.each(['roles', 'paid_user', 'business_unit_id', 'account_id'])('%s cannot be slipped in', async (field) => {
  const profile = { first_name: 'Amy', [field]: 1 };

  expect((await agent.call(updateProfile, { body: { profile } })).status).toBe(422);
});

test('a new e-mail address is kept and audited, and both addresses are told', async () => {
  const { status, body } = await agent.call(updateUser, {
    params: { id: ownId(agent) },
    body: { user: { email: ' amy@new.example.test ' } },
  });

  expect([status, body.data.email]).toEqual([200, 'amy@new.example.test']);
  const { rows } = await it.owner.query(`select recipient, subject from outbox_mails order by id`);
  expect(rows).toEqual([
    { recipient: 'agent@example.test', subject: 'Your e-mail address at Bellwether was changed' },
    { recipient: 'amy@new.example.test', subject: 'This is now your e-mail address at Bellwether' },
  ]);
  expect(await lastAudit(agent)).toMatchObject({
    action: 'profile.emailChanged',
    detail: { before: { email: 'agent@example.test' }, after: { email: 'amy@new.example.test' } },
  });
});

test('a link to reset the password that lies in the old mailbox works no more', async () => {
  await it.owner.query(
    `insert into password_resets (token_hash, account_id, user_id, created_at, expires_at)
     values ('\\x01', $1, $2, now(), now() + interval '20 minutes')`,
    [agent.person?.accountId, ownId(agent)],
  );

  await agent.call(updateUser, { params: { id: ownId(agent) }, body: { user: { email: 'amy@newer.example.test' } } });

  const { rows } = await it.owner.query(`select used_at is not null as used from password_resets`);
  expect(rows).toEqual([{ used: true }]);
});

test('the e-mail address of somebody else answers like that of nobody', async () => {
  const body = { user: { email: 'mine@example.test' } };

  const [theirs, unknown] = await Promise.all(
    [ownId(peer), 999_999].map((id) => agent.call(updateUser, { params: { id }, body })),
  );

  expect(theirs?.status).toBe(404);
  expect(answerOf(theirs ?? { status: 0, body: null })).toEqual(answerOf(unknown ?? { status: 1, body: null }));
});

test('an e-mail address that could break a header is refused', async () => {
  const answer = await agent.call(updateUser, {
    params: { id: ownId(agent) },
    body: { user: { email: 'a@example.test\r\nbcc: b@example.test' } },
  });

  expect(answerOf(answer)).toEqual(refusal('user.email', 'Invalid e-mail address.'));
});

test('the e-mail address needs a proof that is not too old', async () => {
  it.advance((SUDO_MIN + 1) * 60_000);
  const answer = await agent.call(updateUser, {
    params: { id: ownId(agent) },
    body: { user: { email: 'late@example.test' } },
  });

  expect([answer.status, (answer.body as unknown as { code: string }).code]).toEqual([403, 'sudo_required']);
});

const page = (client: Client, webpage: Record<string, unknown>) =>
  client.call(updateWebpage, { params: { id: ownId(client) }, body: { webpage } });

test('the basics of the public page are kept, as plain text', async () => {
  const { body } = await page(agent, {
    domain: 'amy',
    title: ' Amy  Agent ',
    about_me: '<b>Hi</b>\u0000',
    active: true,
  });

  expect(body.data.webpage).toEqual({
    domain: 'amy',
    title: 'Amy Agent',
    about_me: '<b>Hi</b>',
    active: true,
    photo: null,
    flyer: null,
  });
  expect(await lastAudit(agent)).toMatchObject({ action: 'profile.webpageChanged' });
});

test('an address that somebody has is refused at its field, in any agency', async () => {
  await page(agent, { domain: 'taken' });

  expect(answerOf(await page(outsider, { domain: 'taken' }))).toEqual(
    refusal('webpage.domain', 'This name is taken. Choose another one.'),
  );
});

test.each(['api', 'platform', 'www', 'app', 'admin', 'mail', 'bellwether', 'xn--80ak6aa92e'])(
  'the address %s is reserved',
  async (domain) => {
    expect(answerOf(await page(peer, { domain }))).toEqual(
      refusal('webpage.domain', 'This name is reserved. Choose another one.'),
    );
  },
);

test('a page without an address cannot be shown', async () => {
  await page(peer, { domain: null });

  expect(answerOf(await page(peer, { active: true }))).toEqual(
    refusal('webpage.active', 'Choose an address before showing the page.'),
  );
});

test('a page that loses its address is shown no more', async () => {
  await page(peer, { domain: 'pia', active: true });

  const { body } = await page(peer, { domain: null });

  expect(body.data.webpage).toMatchObject({ domain: null, active: false });
});

test('the page of somebody else is unknown', async () => {
  const answer = await agent.call(updateWebpage, { params: { id: ownId(peer) }, body: { webpage: { title: 'Mine' } } });

  expect(answer.status).toBe(404);
});

test('terms of use count as accepted by the date from which they apply', async () => {
  const accepted = async () => {
    const { tos, updated_tos } = (await peer.call(readMe)).body.data;
    return { tos, updated_tos };
  };
  await it.owner.query('update users set tos_accepted = null where id = $1', [ownId(peer)]);
  expect(await accepted()).toEqual({ tos: false, updated_tos: false });

  await peer.call(acceptTos);
  expect(await accepted()).toEqual({ tos: true, updated_tos: true });

  await it.owner.query(`update users set tos_accepted = '2020-01-01' where id = $1`, [ownId(peer)]);
  expect(await accepted()).toEqual({ tos: true, updated_tos: false });
  // A tab of an older release shows older terms.
  const stale = await peer.call(acceptTos, { body: { version: '2020-01-01' } });
  expect([stale.status, (await accepted()).updated_tos]).toEqual([409, false]);
  await peer.call(acceptTos, { body: { version: legalPagesOf(brandOf('bellwether')).termsOfUse.effective } });
  expect(await lastAudit(peer)).toMatchObject({
    action: 'profile.tosAccepted',
    detail: {
      before: { tos_accepted: '2020-01-01' },
      after: { tos_accepted: legalPagesOf(brandOf('bellwether')).termsOfUse.effective },
    },
  });
});

test('the addresses that one may come from are listed, of oneself only', async () => {
  const allow = `insert into auth_ips (account_id, user_id, network, label) values ($1, $2, $3, $4)`;
  await it.owner.query(allow, [peer.person?.accountId, ownId(peer), '127.0.0.0/8', 'Office']);

  expect((await peer.call(listAuthIps)).body.data).toEqual([
    { id: expect.any(Number), network: '127.0.0.0/8', label: 'Office' },
  ]);
  expect((await agent.call(listAuthIps)).body.data).toEqual([]);
});

test('another phone number needs a proof, since codes may go there; the same one does not', async () => {
  const manager = await it.signIn('manager');
  await manager.call(updateProfile, { body: { profile: { phone: '512-555-0144' } } });
  it.advance(SUDO_MIN * 60_000);

  const other = await manager.call(updateProfile, { body: { profile: { phone: '512-555-0145' } } });
  const same = await manager.call(updateProfile, { body: { profile: { phone: '512-555-0144', last_name: 'Moss' } } });

  expect([other.status, other.body]).toMatchObject([403, { code: 'sudo_required' }]);
  expect([same.status, same.body.data.phone, same.body.data.last_name]).toEqual([200, '+15125550144', 'Moss']);
});

test("a basic user has no marketing profile: their public page can't be changed", async () => {
  const rolesOf = (roles: string) => it.owner.query('update users set roles = $2 where id = $1', [ownId(peer), roles]);
  await rolesOf('{basic}');
  try {
    expect((await page(peer, { title: 'Mine' })).status).toBe(403);
  } finally {
    await rolesOf('{agent}');
  }
  expect((await page(peer, { title: 'Mine' })).status).toBe(200);
});
