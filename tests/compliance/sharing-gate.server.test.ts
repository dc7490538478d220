import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHANNELS, PURPOSES, RULE_TOPICS } from '#contract/compliance.contract.ts';
import { CONSENT_CHANNELS, CONSENT_KINDS, CONSENT_PURPOSES } from '#contract/compliance/consent-kinds.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { mayBeReached } from '../../server/features/compliance/may-be-reached.ts';
import { sharingGate } from '../../server/features/compliance/sharing-gate.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const AT = new Date('2026-07-01T12:00:00Z');

let office: Office;
let id: number;
const userOf = (username: string) => office.identityOf(username).userId;
const unitOf = (username: string) => office.identityOf(username).businessUnitId;

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await clear();
  id = await office.add({ owner: 'agent' });
});

async function clear() {
  await office.owner.query('truncate contact_consents, compliance_rule_ends cascade');
  await office.owner.query('delete from compliance_rules where account_id is not null');
}

const inAgency = <T>(work: Parameters<typeof withAccount<T>>[2]) =>
  withAccount(office.deps.pool, { accountId: office.world.accountId }, work);

/** The rule that is named, and what it says of the contact that goes to this person. */
const ask = (to: string, at = AT) =>
  inAgency(async (tx) => {
    const gate = await sharingGate(tx, at);
    const { asked, missing, withdrawn } = gate.sharing(sql`${unitOf(to)}::bigint`);
    const said = await tx.one<{ isAsked: boolean; isMissing: boolean; isWithdrawn: boolean }>(
      sql`select ${asked} as "isAsked", ${missing} as "isMissing", ${withdrawn} as "isWithdrawn"
        from contacts c where c.id = ${id}`,
    );
    return { source: gate.rule?.source ?? null, ...said };
  });

const say = (entry: {
  channel?: string;
  kind?: string;
  purpose?: string;
  given_at?: string;
  expires_on?: string | null;
}) =>
  office.owner.query(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, expires_on)
     values ($1, $2, $3, $4, $5, '', 'form', $6, $7)`,
    [
      office.world.accountId,
      id,
      entry.channel ?? 'share',
      entry.kind ?? 'given',
      entry.purpose ?? 'any',
      entry.given_at ?? '2026-01-01T00:00:00Z',
      entry.expires_on ?? null,
    ],
  );

/** The shipped rule ends for this account. */
const endShipped = (on: string) =>
  office.owner.query(
    `insert into compliance_rule_ends (account_id, rule_id, ends_on, reason, user_id)
     select $1, id, $3, 'Over.', $2 from compliance_rules where rule = 'data_sharing' and account_id is null`,
    [office.world.accountId, userOf('admin'), on],
  );

const addRule = (rule: {
  topic: string;
  jurisdiction: string;
  channel: string | null;
  purpose: string | null;
  ends_on: string | null;
}) =>
  office.owner.query(
    `insert into compliance_rules (account_id, rule, jurisdiction, channel, purpose, starts_on, ends_on, title, source)
     values ($1, $2, $3, $4, $5, '2026-01-01', $6, 'Ours', 'House rule 7')`,
    [office.world.accountId, rule.topic, rule.jurisdiction, rule.channel, rule.purpose, rule.ends_on],
  );

const SOURCE = '42 CFR 422.2274(g)(4)';
const FREE = { isAsked: false, isMissing: false, isWithdrawn: false };

test('another business unit needs consent, and the rule is named', async () => {
  expect(await ask('far')).toEqual({ source: SOURCE, isAsked: true, isMissing: true, isWithdrawn: false });
  await say({});
  expect(await ask('far')).toEqual({ source: SOURCE, isAsked: true, isMissing: false, isWithdrawn: false });
  await say({ kind: 'withdrawn' });
  expect(await ask('far')).toEqual({ source: SOURCE, isAsked: true, isMissing: false, isWithdrawn: true });
});

test('within one business unit nothing is asked, and that is the unit of the owner', async () => {
  await office.owner.query('update contacts set business_unit_id = $2 where id = $1', [id, unitOf('far')]);

  expect(await ask('peer')).toEqual({ source: SOURCE, ...FREE });
  expect(await ask('far')).toMatchObject({ isAsked: true, isMissing: true });
});

test('before its first day, and after the account has ended it, no rule asks, but who forbade it stays', async () => {
  expect((await ask('far', new Date('2024-09-30T23:59:59Z'))).source).toBeNull();
  await endShipped('2026-06-30');
  expect(await ask('far')).toEqual({ source: null, ...FREE });
  await say({ kind: 'withdrawn', channel: 'any' });
  expect(await ask('far')).toEqual({ source: null, ...FREE, isWithdrawn: true });
});

test('a rule of a state binds those who may be there, and them alone', async () => {
  await endShipped('2026-06-30');
  await addRule({ topic: 'data_sharing', jurisdiction: 'US-CA', channel: 'share', purpose: null, ends_on: null });
  const asked = async (state: string, phone: string | null) => {
    await office.owner.query('update contacts set state = $2, phone = $3 where id = $1', [id, state, phone]);
    return (await ask('far')).isMissing;
  };

  expect([
    await asked('CA', null),
    await asked('TX', null),
    await asked('TX', '+14155550142'),
    await asked('', null),
  ]).toEqual([true, false, true, false]);
});

const entry = fc.record({
  channel: fc.constantFrom(...CONSENT_CHANNELS),
  kind: fc.constantFrom(...CONSENT_KINDS),
  purpose: fc.constantFrom(...CONSENT_PURPOSES),
  given_at: fc.constantFrom(
    '2026-01-01T00:00:00Z',
    '2026-02-01T00:00:00Z',
    '2026-07-01T12:00:00Z',
    '2026-08-01T00:00:00Z',
  ),
  lasts: fc.constantFrom(null, '2026-06-30', '2026-07-01'),
  retracted: fc.boolean(),
});
const ruled = fc.record({
  topic: fc.constantFrom(...RULE_TOPICS, 'data_sharing', 'consent'),
  jurisdiction: fc.constantFrom('US', 'US-CA', 'US-TX'),
  channel: fc.constantFrom(null, ...CHANNELS, 'share'),
  purpose: fc.constantFrom(null, ...PURPOSES),
  ends_on: fc.constantFrom(null, '2026-06-30', '2026-07-01'),
});
const world = fc.record({
  history: fc.array(entry, { maxLength: 4 }),
  rules: fc.array(ruled, { maxLength: 3 }),
  shippedEnds: fc.constantFrom(null, '2026-06-30', '2026-06-30'),
  state: fc.constantFrom('CA', 'TX', 'NY', '', 'elsewhere'),
  zip: fc.constantFrom('', '94103', '78701', '78701-1234', '787', '10001'),
  phone: fc.constantFrom(null, '+14155550142', '+12145550142', '+442071838750'),
});

test('it says of every history, place and table what the one function says', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ history, rules, shippedEnds, state, zip, phone }) => {
      await clear();
      if (shippedEnds !== null) await endShipped(shippedEnds);
      for (const rule of rules) await addRule(rule);
      await office.owner.query('update contacts set state = $2, phone = $3, zip_code = $4 where id = $1', [
        id,
        state,
        phone,
        zip,
      ]);
      for (const { lasts, ...one } of history) {
        await say({ ...one, expires_on: one.kind === 'given' ? lasts : null });
        if (!one.retracted) continue;
        await office.owner.query(
          `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, retracts_id)
           select account_id, contact_id, channel, 'retracted', purpose, '', source, now(), id
           from contact_consents order by id desc limit 1`,
        );
      }
      const { allowed, reason, rule } = await inAgency((tx) =>
        mayBeReached(
          tx,
          office.deps.seal,
          { id, state, city: '', zip_code: zip, phone, email: null, email_status: 'unchecked', died_on: null },
          { channel: 'share', purpose: 'service', at: AT },
        ),
      );
      const { source, ...said } = await ask('far');

      expect(said).toMatchObject({
        isMissing: !allowed && reason !== 'withdrawn',
        isWithdrawn: reason === 'withdrawn',
      });
      // The gate names a rule for every contact that needs consent.
      if (reason !== 'withdrawn' && rule !== null) expect([said.isAsked, source]).toEqual([true, expect.any(String)]);
    }),
    { numRuns: 60 },
  );
});
