import type { TestApp } from '../_api/app.ts';
import type { Username } from '../_db/world.ts';

/** Days of the fixed data set; clocks go back on the first one, which has 25 hours. */
export const DAYS = { from: '2026-11-01', to: '2026-11-10' } as const;

/** The first half-hour of the first day in New York, and the last minute of it. */
const FIRST = '2026-11-01T04:30:00Z';
const LAST = '2026-11-02T04:59:00Z';

/**
 * Facts of every kind around the days of `DAYS`. In the comments, what counts; everything else is there to be left out.
 */
export async function makeFacts(it: TestApp): Promise<Readonly<Record<string, number>>> {
  const { people, accountId } = it.world;
  const idOf = (who: Username) => people[who].id;
  const one = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    (await it.owner.query<{ id: number }>(text, [...values])).rows[0]?.id ?? 0;

  const status = await one(`insert into statuses (account_id, name) values ($1, 'Hot') returning id`, [accountId]);
  let number = 900;
  const contact = (who: Username, last: string, at: string, more: Readonly<Record<string, unknown>>) => {
    const columns = Object.keys(more);
    return one(
      `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, created_at${columns.map((name) => `, ${name}`).join('')})
       values ($1, $2, $3, $4, $5, $6${columns.map((_, index) => `, $${index + 7}`).join('')}) returning id`,
      [people[who].accountId, (number += 1), people[who].businessUnitId, idOf(who), last, at, ...Object.values(more)],
    );
  };
  const now = it.deps.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const avila = await contact('agent', 'Avila', FIRST, {
    source: 'Web',
    state: 'TX',
    last_touch_at: now,
    status_id: status,
  });
  const bell = await contact('agent', 'Bell', LAST, { source: 'web', state: 'TX' });
  const cruz = await contact('peer', 'Cruz', '2026-11-05T15:00:00Z', {
    source: 'Referral',
    state: 'FL',
    last_touch_at: daysAgo(60),
    follow_up_on: '2026-01-05',
  });
  const gone = await contact('peer', 'Diaz', '2026-11-05T15:00:00Z', { source: 'Web', deleted_at: now });
  const eng = await contact('manager', 'Eng', '2026-10-31T12:00:00Z', { last_touch_at: now, type: 'client' });
  const foreign = await contact('stranger', 'Foe', '2026-11-05T15:00:00Z', { source: 'Web' });

  const policy = (id: number, more: Readonly<Record<string, unknown>>) =>
    one(
      `insert into policies (account_id, contact_id${Object.keys(more)
        .map((name) => `, ${name}`)
        .join('')})
       values ((select account_id from contacts where id = $1), $1${Object.keys(more)
         .map((_, index) => `, $${index + 2}`)
         .join('')}) returning id`,
      [id, ...Object.values(more)],
    );
  const aetna = { carrier: 'Aetna', type: 'medicare_advantage', status: 'active' };
  // 1,200.00 a year.
  await policy(avila, { ...aetna, effective_on: '2026-11-01', premium_cents: 10_000, premium_period: 'month' });
  // 200.00 a year, and ended since.
  await policy(avila, {
    ...aetna,
    carrier: ' aetna',
    type: 'part_d',
    status: 'lapsed',
    effective_on: '2026-11-03',
    premium_cents: 5_000,
    premium_period: 'quarter',
  });
  // 1,000.00 once; ends within the renewals.
  await policy(cruz, {
    ...aetna,
    carrier: 'Humana',
    type: 'life',
    effective_on: '2026-11-10',
    premium_cents: 100_000,
    premium_period: 'once',
    expires_on: '2026-12-31',
  });
  // 20.00 a year, the same days a year before.
  await policy(eng, { ...aetna, effective_on: '2025-11-05', premium_cents: 1_000, premium_period: 'half_year' });
  await policy(bell, { ...aetna, status: 'applied', effective_on: '2026-11-02' });
  await policy(cruz, { ...aetna, effective_on: '2026-11-11' });
  await policy(cruz, { ...aetna, effective_on: '2026-11-05', deleted_at: now });
  await policy(gone, { ...aetna, effective_on: '2026-11-05' });
  await policy(foreign, { ...aetna, effective_on: '2026-11-05' });

  const call = (who: Username | null, at: string, seconds: number, contactId: number | null) =>
    one(
      `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, contact_id, status, outcome, created_at, answered_at, ended_at, seconds)
       values ($1, gen_random_uuid(), 'embedded', 'outbound', '+15125550100', '+15125550101', $2, $5, 'ended', 'completed', $3, $3, $3, $4) returning id`,
      [accountId, who === null ? null : idOf(who), at, seconds, contactId],
    );
  const recorded = await call('agent', FIRST, 60, avila);
  await call('peer', LAST, 30, null);
  await call(null, LAST, 0, cruz);
  await call('manager', '2026-11-11T05:00:00Z', 10, null);
  await one(`insert into call_recordings (account_id, call_id, created_at) values ($1, $2, $3)`, [
    accountId,
    recorded,
    FIRST,
  ]);

  const broadcast = await one(
    `insert into broadcasts (account_id, user_id, actor_id, channel, name, status, selection, created_at, updated_at, started_at)
     values ($1, $2, $2, 'text', 'AEP', 'done', '{}', $3, $3, $3) returning id`,
    [accountId, idOf('agent'), '2026-11-04T15:00:00Z'],
  );
  for (const [position, state] of ['sent', 'delivered', 'failed', 'left_out'].entries())
    await one(
      `insert into broadcast_recipients (account_id, broadcast_id, position, contact_id, state, replied_at)
       values ($1, $2, $3, $4, $5, case when $5 = 'delivered' then now() end)`,
      [accountId, broadcast, position, avila, state],
    );
  const conversation = await one(
    `insert into conversations (account_id, contact_id, phone, user_id, owner_id, created_at)
     values ($1, $2, '+15125550101', $3, $3, now()) returning id`,
    [accountId, avila, idOf('agent')],
  );
  for (const from of [null, broadcast])
    await one(
      `insert into text_messages (account_id, conversation_id, contact_id, direction, status, body, from_number, to_number, segments, user_id, carrier, created_at, sent_at, broadcast_id)
       values ($1, $2, $3, 'out', 'delivered', 'Hi', '+15125550100', '+15125550101', 2, $4, 'embedded', $5, $5, $6)`,
      [accountId, conversation, avila, idOf('agent'), '2026-11-03T15:00:00Z', from],
    );
  for (const [direction, state] of [
    ['out', 'recorded'],
    ['in', 'received'],
    ['out', 'failed'],
  ])
    await one(
      `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status, at)
       values ($1, $2, $3, $3, $4, 'a@example.com', 'Hello', 'Hello', $5, '2026-11-03T15:00:00Z')`,
      [accountId, cruz, idOf('peer'), direction, state],
    );
  for (const [deleted, imported] of [
    [null, null],
    [now, null],
    [null, 1],
  ])
    await one(
      `insert into notes (account_id, contact_id, author_id, body, created_at, deleted_at, import_id) values ($1, $2, $3, 'Likes tea', $4, $5, $6)`,
      [accountId, avila, idOf('agent'), '2026-11-03T15:00:00Z', deleted, imported],
    );

  const consent = (id: number, channel: string, kind: string, retracts: number | null = null) =>
    one(
      `insert into contact_consents (account_id, contact_id, channel, kind, retracts_id, evidence, source, given_at)
       values ($1, $2, $3, $4, $5, 'Said so', 'asked', '2026-11-03T15:00:00Z') returning id`,
      [accountId, id, channel, kind, retracts],
    );
  await consent(avila, 'call', 'given');
  await consent(avila, 'text', 'withdrawn');
  await consent(cruz, 'call', 'do_not_call');
  await consent(cruz, 'call', 'retracted', await consent(cruz, 'call', 'given'));

  await one(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, columns, fields, created, updated, skipped, problems, started_at)
     values ($1, $2, $2, $2, 'leads.csv', 1, 'k', 'done', '[]', '{}', 5, 3, 2, 1, '2026-11-03T15:00:00Z')`,
    [accountId, idOf('agent')],
  );
  await one(
    `insert into transfer_attempts (account_id, user_id, actor_id, to_user_ids, selection, status, total, done, moved, unchanged, left_alone, put_back, created_at, updated_at)
     values ($1, $2, $2, array[$3::bigint], '{}', 'complete', 5, 5, 3, 1, 1, 1, '2026-11-03T15:00:00Z', now())`,
    [accountId, idOf('manager'), idOf('peer')],
  );
  return { avila, bell, cruz, eng, gone, foreign, status };
}
