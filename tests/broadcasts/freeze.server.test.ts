import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSmsGroup } from '#contract/broadcasts.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { mayBeReached, mayEachBeReached } from '../../server/features/compliance/may-be-reached.ts';
import { type BroadcastDesk, openBroadcastDesk } from './broadcast-desk.ts';

let it: BroadcastDesk;
beforeAll(async () => {
  it = await openBroadcastDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

test('the audience is what matches minus each reason, once a contact', async () => {
  const first = await it.willing({ phone: '+15125559001' });
  const twin = await it.willing({ phone: '+15125559001' });
  const out = await it.willing();
  await it.says(out, { channel: 'text', kind: 'withdrawn', given_at: '2026-02-01T12:00:00Z' });
  const listed = await it.willing();
  await it.says(listed, {
    channel: 'call',
    kind: 'do_not_call',
    purpose: 'marketing',
    given_at: '2026-02-01T12:00:00Z',
  });
  const silent = await it.contact({ phone: '+15125559002' });
  const expired = await it.contact({ phone: '+15125559003' });
  await it.says(expired, { expires_on: '2026-01-31' });
  const phoneless = await it.willing({ phone: null });
  const deleted = await it.willing({ deleted_at: new Date() });
  const died = await it.willing({ died_on: '2026-01-20' });
  const elsewhere = await it.contact({ phone: '+15125559004' }, 'peer');

  const made = await it.draft([first, twin, out, listed, silent, expired, phoneless, deleted, died, elsewhere]);

  expect(made).toMatchObject({ status: 'draft', channel: 'text' });
  expect(made.audience).toMatchObject({
    matched: 10,
    recipients: 1,
    left_out: [
      { reason: 'not_seen', contacts: 1 },
      { reason: 'deleted', contacts: 1 },
      { reason: 'deceased', contacts: 1 },
      { reason: 'no_address', contacts: 1 },
      { reason: 'withdrawn', contacts: 1 },
      { reason: 'do_not_call', contacts: 1 },
      { reason: 'no_consent', contacts: 1 },
      { reason: 'expired', contacts: 1 },
      { reason: 'duplicate', contacts: 1 },
    ],
  });
  const gets = (await it.recipients(made.id)).filter(({ outcome }) => outcome === 'waiting');
  expect(gets.map(({ contact }) => contact?.id)).toEqual([first]);
});

test('of a household the one who may be reached gets it', async () => {
  const silent = await it.contact({ phone: '+15125559001' });
  const willing = await it.willing({ phone: '+15125559001' });

  const made = await it.draft([silent, willing]);

  const found = await it.recipients(made.id);
  expect(found.map(({ contact, outcome, reason }) => [contact?.id, outcome, reason])).toEqual([
    [silent, 'left_out', 'no_consent'],
    [willing, 'waiting', null],
  ]);
});

test('who has stopped with a number has stopped for everyone with it, until they agree again', async () => {
  const other = await it.contact({ phone: '+15125559000', phone_2: '+15125559001' });
  await it.says(other, { channel: 'text', kind: 'withdrawn', given_at: '2026-02-01T12:00:00Z' });
  const stopped = await it.willing({ phone: '+15125559001' });
  const numbered = await it.willing({ phone: '+15125559005' });
  await it.sql(
    `insert into number_consents (account_id, number, kind, evidence, given_at) values ($1, '+15125559005', 'withdrawn', 'STOP', '2026-02-02T12:00:00Z')`,
    [it.world.accountId],
  );
  const again = await it.willing({ phone: '+15125559006' });
  await it.says(again, { channel: 'text', kind: 'withdrawn', given_at: '2026-01-10T12:00:00Z' });
  await it.says(again, { channel: 'text', purpose: 'automated', given_at: '2026-01-20T12:00:00Z' });

  const made = await it.draft([stopped, numbered, again]);

  const found = await it.recipients(made.id);
  expect(found.map(({ contact, reason }) => [contact?.id, reason])).toEqual([
    [stopped, 'withdrawn'],
    [numbered, 'withdrawn'],
    [again, null],
  ]);
});

test('an e-mail needs an address that works and nobody who said no', async () => {
  const gets = await it.contact({ email: 'a@example.test' });
  const twin = await it.contact({ email: 'A@example.test' });
  const bounces = await it.contact({ email: 'b@example.test' });
  await it.sql(`update contacts set email_status = 'invalid' where id = $1`, [bounces]);
  const out = await it.contact({ email: 'c@example.test' });
  await it.says(out, { channel: 'mail', kind: 'withdrawn', purpose: 'marketing' });
  const none = await it.contact({ email: null });

  const made = await it.draft([gets, twin, bounces, out, none], 'mail');

  const found = await it.recipients(made.id);
  expect(found.map(({ contact, reason }) => [contact?.id, reason])).toEqual([
    [gets, null],
    [twin, 'duplicate'],
    [bounces, 'address_invalid'],
    [out, 'withdrawn'],
    [none, 'no_address'],
  ]);
});

/** Statements of every kind, in a fixed disorder. */
const KINDS = ['given', 'withdrawn', 'do_not_call'] as const;
const CHANNELS = ['text', 'call', 'mail', 'any'] as const;
const PURPOSES = ['service', 'marketing', 'automated', 'any'] as const;

const LINES = ['landline', 'invalid', 'voip', 'unreachable'] as const;

/** Look-ups of a person's number, the latest last. */
async function verify(person: number, types: readonly string[]): Promise<void> {
  for (const [day, type] of types.entries()) {
    await it.owner.query(
      `insert into phone_verifications (account_id, user_id, number, status, line_type, source, verified_at, created_at)
       values ($1, $2, $3, 'done', $4, 'embedded', $5, $5)`,
      [it.world.accountId, it.world.people.agent.id, numberOf(person), type, `2026-01-0${1 + day}T00:00:00Z`],
    );
  }
}

const numberOf = (person: number): string => `+15125558${String(100 + (person % 90)).slice(-3)}`;

test('the freeze says of everybody what the one function says', async () => {
  const ids: number[] = [];
  let seed = 7;
  const pick = <Value>(values: readonly Value[]): Value => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[(seed >> 12) % values.length] as Value;
  };
  for (let person = 0; person < 120; person += 1) {
    const id = await it.contact({
      phone: numberOf(person),
      phone_2: person % 4 === 0 ? numberOf(person + 7) : null,
      email: `p${person % 95}@example.test`,
      deleted_at: person % 11 === 0 ? new Date() : null,
      died_on: person % 13 === 0 ? '2026-01-20' : null,
    });
    ids.push(id);
    if (person % 6 === 0) await verify(person, person % 12 === 0 ? ['landline', 'mobile'] : ['mobile', pick(LINES)]);
    for (let entry = 0; entry < person % 5; entry += 1) {
      const kind = pick(KINDS);
      await it.says(id, {
        kind,
        channel: pick(CHANNELS),
        purpose: pick(PURPOSES),
        given_at: `2026-0${1 + ((seed >> 9) % 2)}-${String(1 + ((seed >> 7) % 27)).padStart(2, '0')}T${String((seed >> 5) % 24).padStart(2, '0')}:${String(person % 60).padStart(2, '0')}:0${entry}Z`,
        expires_on: kind === 'given' ? pick([null, '2026-01-15', '2027-01-15']) : null,
      });
    }
  }

  for (const channel of ['text', 'mail'] as const) {
    const { id: broadcastId } = await it.draft(ids, channel);
    const found = await it.sql<{ id: number; reason: string | null; deleted: boolean }>(
      `select c.id, r.reason, c.deleted_at is not null as deleted from broadcast_recipients r join contacts c on c.id = r.contact_id
       where r.broadcast_id = $1`,
      [broadcastId],
    );
    const wrong: string[] = [];
    const asked = { channel, purpose: 'automated', at: it.deps.now() } as const;
    await withAccount(it.deps.pool, { accountId: it.world.accountId }, async (tx) => {
      for (const { id, reason, deleted } of found) {
        if (deleted) continue;
        const [contact] = await tx.raw<Parameters<typeof mayBeReached>[2]>(
          'select id, state, city, zip_code, phone, email, email_status, died_on from contacts where id = $1',
          [id],
        );
        if (contact === undefined) throw new Error('no contact');
        const decision = await mayBeReached(tx, it.deps.seal, contact, asked);
        expect(await mayEachBeReached(tx, it.deps.seal, [contact], asked)).toEqual([decision]);
        const says = decision.allowed ? null : decision.reason;
        if ((reason === 'duplicate' ? null : reason) !== says)
          wrong.push(`${channel} ${id}: ${reason} instead of ${says}`);
      }
    });
    expect(wrong).toEqual([]);
    expect(found.filter(({ reason }) => reason === null).length).toBeGreaterThan(5);
  }
});

test('a draft is counted anew, for its selection or another one', async () => {
  const one = await it.willing();
  const made = await it.draft([one]);
  await it.says(one, { channel: 'text', kind: 'withdrawn', given_at: '2026-02-01T12:00:00Z' });
  const other = await it.willing();

  const again = await it.agent.call(openSmsGroup, { body: { broadcast_id: made.id } });
  expect(again.body.data.audience).toMatchObject({ matched: 1, recipients: 0 });
  const selection = { ids: [one, other] };
  const changed = await it.agent.call(openSmsGroup, { body: { broadcast_id: made.id, selection } });
  expect(changed.body.data.audience).toMatchObject({ matched: 2, recipients: 1 });
  expect(await it.sql('select from broadcast_recipients')).toHaveLength(2);
});

test('nobody else’s draft, and none without contacts', async () => {
  const made = await it.draft([await it.willing()]);

  expect((await it.peer.call(openSmsGroup, { body: { broadcast_id: made.id } })).status).toBe(404);
  const manager = await it.manager.call(openSmsGroup, { body: { broadcast_id: made.id } });
  expect([manager.status, manager.body]).toMatchObject([
    403,
    { error: expect.stringContaining('You can pause and stop it') },
  ]);
  const scope = { contacts_scope: { q: 'nobody like this' } };
  const empty = await it.agent.call(openSmsGroup, { body: { selection: scope } });
  expect([empty.status, empty.body]).toMatchObject([409, { error: 'The selection has no contacts.' }]);
});
