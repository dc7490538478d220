import { describe, expect, test } from 'vitest';
import type { Decision } from '#contract/compliance.contract.ts';
import type { Policy } from '#contract/records/policies.contract.ts';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import type { InsightFacts } from '../../server/features/chat/insight/insight-facts.ts';
import type { InsightPoint } from '../../server/features/chat/insight/insight-point.ts';
import { pointsOf } from '../../server/features/chat/insight/insight-points.ts';
import { type Asked, readMessage } from '../../server/features/chat/insight/insight-questions.ts';
import { MATTERS, type Matter, pickPoints, rankPoints } from '../../server/features/chat/insight/point-importance.ts';
import { quoteOf } from '../../server/features/chat/insight/quoted-words.ts';
import { contact } from '../contacts/sample-contact.ts';

const NOW = new Date('2026-11-21T18:00:00Z');
const WHOLE = { phone: '+15125550142', email: 'rosa@example.com', zip_code: '78664', dob: '1940-05-05' };

const facts = (differs: Partial<InsightFacts> = {}): InsightFacts => ({
  contact: contact(WHOLE),
  now: NOW,
  today: '2026-11-21',
  zone: 'America/Chicago',
  medicare: false,
  counts: { notes: 0, calls: 0, mails: 0 },
  changes: [],
  missed: [],
  lastCall: null,
  mails: [],
  notes: [],
  policies: [],
  household: [],
  consents: null,
  decisions: [],
  ...differs,
});
const said = (differs: Partial<InsightFacts>) => pointsOf(facts(differs)).map(({ text }) => text);

const policy = (differs: Partial<Policy> = {}): Policy => ({
  id: 5,
  carrier: 'Meridian',
  plan_name: 'Plan G',
  policy_number: 'SECRET-1',
  type: 'medicare_supplement',
  status: 'active',
  premium_cents: null,
  premium_period: 'month',
  face_amount_cents: null,
  effective_on: '2024-06-01',
  expires_on: null,
  beneficiary: '',
  notes: '',
  version: 1,
  created_at: '2024-05-01T00:00:00Z',
  updated_at: '2024-05-01T00:00:00Z',
  ...differs,
});

const decision = (differs: Partial<Decision>): Decision => ({
  channel: 'call',
  purpose: 'marketing',
  at: NOW.toISOString(),
  allowed: false,
  reason: 'no_consent',
  rule: null,
  evidence: { entry: null, clocks: [], places: [] },
  next_at: null,
  ...differs,
});

const changed = (at: string, what: TimelineEntry['what']): TimelineEntry => ({
  key: at,
  at,
  kind: 'changes',
  actor: { id: 1, name: 'Dana Reyes' },
  acting_as: null,
  what,
});

describe('the points of a contact', () => {
  test.each([
    ['2026-11-19', 'Follow up on 11/19/2026, 2 days ago: “Ask for the list.”'],
    ['2026-11-21', 'Follow up today: “Ask for the list.”'],
    ['2026-11-22', 'Follow up on 11/22/2026, tomorrow: “Ask for the list.”'],
  ])('say when a follow-up of %s is due', (follow_up_on, text) => {
    expect(said({ contact: contact({ ...WHOLE, follow_up_on, follow_up_note: 'Ask for the list.' }) })).toEqual([text]);
  });

  test('say which policy ends or renews within two months, and never its number', () => {
    const policies = [
      policy({ expires_on: '2026-12-31' }),
      policy({ id: 6, carrier: 'Acme', plan_name: '', type: 'medicare_advantage', effective_on: '2025-03-01' }),
      policy({ id: 7, status: 'lapsed', expires_on: '2026-12-01' }),
    ];
    const texts = said({ policies });
    expect(texts).toEqual([
      'Meridian, Plan G ends on 12/31/2026, in 40 days.',
      'Acme renews on 01/01/2027, in 41 days.',
      'Medicare Supplement: Meridian, Plan G, since 06/01/2024, ends on 12/31/2026.',
      'Medicare Advantage: Acme, since 03/01/2025, renews on 01/01/2027.',
    ]);
  });

  test("renew nothing that doesn't renew itself, and say of ended policies that they are still marked active", () => {
    const life = { type: 'life', plan_name: 'Term 10', effective_on: '2015-12-20' } as const;
    expect(said({ policies: [policy({ ...life, expires_on: '2025-12-20' })] })[0]).toBe(
      'Meridian, Term 10 ended on 12/20/2025 but is still marked active.',
    );
    expect(said({ policies: [policy(life)] })).toEqual(['Life: Meridian, Term 10, since 12/20/2015.']);
  });

  test('promise no Medicare start date in the past to those who enroll now', () => {
    const [text] = said({ contact: contact({ ...WHOLE, dob: '1961-12-01' }), medicare: true });
    expect(text).toBe(
      'Age 64. Turns 65 on 12/01/2026 (in 10 days; legally, the day before). Medicare could start as early as 11/01/2026. If they enroll now, Part B starts on 12/01/2026.',
    );
  });

  test('say what changed, each sort once, with what holds now', () => {
    const changes = [
      changed('2026-11-20T15:00:00Z', {
        of: 'action',
        action: 'contact.updated',
        fields: ['status_id', 'city'],
        changes: [],
        consent: null,
        about: '',
      }),
      changed('2026-11-18T15:00:00Z', {
        of: 'action',
        action: 'contact.updated',
        fields: ['phone', 'status_id'],
        changes: [],
        consent: null,
        about: '',
      }),
      changed('2026-11-02T15:00:00Z', { of: 'owner', from: 'Ann', to: 'Bob', reason: 'assigned' }),
      changed('2026-11-01T15:00:00Z', {
        of: 'bulk',
        changed: true,
        consents: [],
        id: 3,
        action: 'tags',
        mode: 'add',
        names: ['hot'],
        alone: false,
        undone: true,
      }),
    ];
    const status = { id: 4, name: 'Qualified', color: 'green' } as const;
    expect(said({ changes, contact: contact({ ...WHOLE, status: status as never }) })).toEqual([
      'Last edited on 11/20/2026 by Dana Reyes: city and phone.',
      "Status changed on 11/20/2026 by Dana Reyes. It's now “Qualified”.",
      'Owner changed from Ann to Bob on 11/02/2026 by Dana Reyes.',
    ]);
  });

  test('tell Medicare dates by the birth date, only where the brand is about Medicare', () => {
    const born = { contact: contact({ ...WHOLE, dob: '1962-01-14' }) };
    expect([said({ ...born, medicare: true }), said(born)]).toEqual([
      [
        'Age 64. Turns 65 on 01/14/2027 (in 54 days). Medicare can start on 01/01/2027.',
        'Initial enrollment is open until 04/30/2027.',
        'Medigap open enrollment runs from 01/01/2027 to 06/30/2027, if Part B starts at 65.',
      ],
      [],
    ]);
  });

  test('remind people on Medicare of the yearly period', () => {
    expect(said({ medicare: true })).toEqual([
      'Annual enrollment (AEP) is open until 12/07/2026.',
      'Age 86. Turned 65 on 05/05/2005.',
    ]);
  });

  test('list the household, and their policies', () => {
    const household = [
      { number: 8, name: 'Emeka Okafor', by: 'linked' as const, policies: [policy()] },
      { number: 9, name: 'Ngozi Okafor', by: 'phone' as const, policies: [policy({ status: 'quoted' })] },
    ];
    expect(said({ household })).toEqual([
      'Linked to Emeka Okafor (Medicare Supplement: Meridian, Plan G).',
      'Shares a phone number with Ngozi Okafor (no active policy on file).',
    ]);
  });

  test('say what is missing', () => {
    const bare = contact({ tags: [{ id: 1, name: 'Hot', color: 'red' } as never] });
    expect(said({ contact: bare, decisions: [decision({})] })).toEqual([
      'No phone number on file.',
      'Hot lead with no follow-up.',
      'No consent on file for marketing calls.',
      'Missing: e-mail, date of birth and ZIP code.',
    ]);
  });

  test('miss no follow-up of a hot client, nor of a hot lead that has one', () => {
    const hot = { ...WHOLE, category: 'Hot' };
    const later = { ...hot, follow_up_on: '2027-03-01' };
    expect([said({ contact: contact({ ...hot, type: 'client' }) }), said({ contact: contact(later) })]).toEqual([
      [],
      ['Follow up on 03/01/2027, in 100 days.'],
    ]);
  });

  test('say whether they may be called now, with the reason and when again', () => {
    const late: Partial<Decision> = {
      reason: 'outside_hours',
      evidence: { entry: null, clocks: [{ zone: 'America/Chicago', time: '21:40' }], places: [] },
    };
    const [text] = said({
      decisions: [
        decision({ ...late, next_at: '2026-11-22T14:00:00Z' }),
        decision({ ...late, purpose: 'service', next_at: '2026-11-22T14:00:00Z' }),
      ],
    });
    expect(text).toBe(
      "You can't call now. It's 9:40 PM where they live, outside calling hours. Next allowed time: 11/22/2026, 8:00 AM your time.",
    );
  });

  test('each rest on a record that can be opened', () => {
    const points = pointsOf(
      facts({
        medicare: true,
        policies: [policy()],
        contact: contact({ follow_up_on: '2026-11-21', dob: '1962-01-14' }),
      }),
    );
    expect(points.filter(({ sources }) => !sources.some(({ href }) => href !== null))).toEqual([]);
  });
});

describe('what an insight shows', () => {
  const point = (id: string, matter: Matter, at: string | null = null, kind: InsightPoint['kind'] = 'due') => ({
    id,
    matter,
    at,
    kind,
    text: id,
    sources: [{ label: id, href: '/contacts/1' }],
  });
  const ids = (points: readonly InsightPoint[]) => points.map(({ id }) => id);

  test('begins with what matters most, and of the same with what is nearest to now', () => {
    const points = [
      point('age', 'age'),
      point('far', 'policy_ends', '2027-01-20'),
      point('near', 'policy_ends', '2026-12-01'),
      point('old', 'missed_call', '2026-11-02T00:00:00Z'),
      point('new', 'missed_call', '2026-11-20T00:00:00Z'),
      point('stop', 'stop'),
    ];
    expect(ids(rankPoints(points, NOW))).toEqual(['stop', 'new', 'old', 'near', 'far', 'age']);
  });

  test('is at most eight points, three of a kind', () => {
    const kinds = ['due', 'gap', 'talk', 'reach'] as const;
    const points = MATTERS.map((matter, at) => point(matter, matter, null, kinds[at % 4]));
    const shown = pickPoints(points);
    expect([shown.length, ids(shown)]).toEqual([8, MATTERS.slice(0, 8)]);
    expect(pickPoints(points.map((each) => ({ ...each, kind: 'due' as const })))).toHaveLength(3);
  });
});

describe('a quote', () => {
  test('is shortened at the end of a word', () => {
    const text = `${'word '.repeat(34)}abcdefghijklmnop and more`;
    expect(quoteOf(text)).toBe(`${'word '.repeat(34).trim()} …`);
  });

  test('is word for word, but for numbers that are kept sealed', () => {
    expect(quoteOf('SSN 536-22-1234,\n card 1EG4-TE5-MK73; call 512-555-0142.')).toBe(
      'SSN ***-**-1234, card ****-***-MK73; call 512-555-0142.',
    );
  });
});

test.each([
  ['Rosalind Okafor before my 4:30 call', null, 'Rosalind Okafor'],
  ['Tell me about Rosalind Okafor', 'all', 'Rosalind Okafor'],
  ["what's due for Maria Lopez?", 'due', 'Maria Lopez'],
  ['When does she turn 65?', 'eligibility', ''],
  ['can I call her now', 'reach.call', ''],
  ['May I text Bob?', 'reach.text', 'Bob'],
  ['Who is in the household?', 'household', ''],
  ['what changed this week', 'changed 2026-11-15 2026-11-21', ''],
  ['what plan does he have', 'coverage', ''],
  ['what did we talk about last time', 'talk', ''],
  ['what are we missing', 'gap', ''],
  ['Open her contact', 'open', ''],
  ['which plan should she take?', 'advice', ''],
  ['what should I know before my call with Maria Lopez', 'all', 'Maria Lopez'],
  ['what is her phone number?', 'phone', ''],
  ['e-mail address', 'email', ''],
  ["what's his number", 'phone', ''],
  ['who is her agent', 'owner', ''],
  ['Can I text Dale tomorrow?', 'reach.text then', 'Dale'],
  ['Can I call her at 9 PM?', 'reach.call then', ''],
  ['Can I call or text her?', 'reach', ''],
  ["what's her phone number and address?", 'phone, address', ''],
  ['What is due and what changed?', 'due, changed', ''],
  ['What changed yesterday?', 'changed 2026-11-20 2026-11-20', ''],
  ['What changed since September?', 'changed 2026-09-01 2026-11-21', ''],
  ['what changed in the last 90 days', 'changed 2026-08-23 2026-11-21', ''],
  ['What is due next week?', 'due 2026-11-22 2026-11-28', ''],
  ['Did the email arrive?', null, ''],
  ['Does she have a Medicare supplement?', 'coverage', ''],
  ['Is she on Medicare Advantage?', 'coverage', ''],
  ['When can she enroll in Medicare Advantage?', 'eligibility', ''],
  ['When does her Plan G expire?', 'coverage', ''],
  ['number of policies she has', 'coverage', ''],
  ["What is May Johnsonville's birthday?", 'eligibility', 'May Johnsonville'],
  ['How old exactly is Frank', 'eligibility', 'Frank'],
  ['Prepare me for Maria de la Cruz', null, 'Maria de la Cruz'],
  ['Can I call her at home?', 'reach.call', ''],
  ['Will Rosalind turn 65 this year?', 'eligibility', 'Rosalind'],
  ['May Johnson', null, 'May Johnson'],
  ['(512) 555-0142', null, '512 555-0142'],
  ['ana.lopez@example.com', null, 'ana.lopez@example.com'],
] as const)('“%s” is read as %s of “%s”', (message, asked, name) => {
  const { asks, name: named } = readMessage(message, '2026-11-21');
  expect([asks.map(wordsOf).join(', ') || null, named]).toEqual([asked, name]);
});

/** `reach.call then`, `changed 2026-11-20 2026-11-20` */
function wordsOf(asked: Asked): string {
  if (asked.of === 'field') return asked.field;
  if (asked.of !== 'points') return asked.of;
  const { kind, id, period, isThen } = asked;
  return [id ?? kind, isThen && 'then', period && `${period.from} ${period.to}`].filter(Boolean).join(' ');
}

test.each([
  ['Can I call her husband now?', 'husband', 'reach.call'],
  ["What is May Johnsonville's daughter's phone number?", 'daughter', 'phone'],
  ['What is due for the wife of Frank?', 'wife', 'due'],
  ['Who is her husband?', null, 'household'],
  ['Does she have kids?', null, 'household'],
  ["What is her husband Emeka's address?", null, 'address'],
])('“%s” is about the relation %s', (message, relation, asked) => {
  const read = readMessage(message, '2026-11-21');
  expect([read.relation, read.asks.map(wordsOf).join()]).toEqual([relation, asked]);
});
