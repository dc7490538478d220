import type { Tx } from '../../db/tx.ts';

/** Statements by type, days before the last touch, and share of contacts: one in `every`. */
const TALKS = [
  { type: 'call', body: 'Talked about the plan for next year. Wants to think it over.', daysBefore: 2, every: 3 },
  { type: 'voicemail', body: 'Left my number.', daysBefore: 5, every: 4 },
  { type: 'no_answer', body: '', daysBefore: 6, every: 5 },
  { type: 'text', body: 'Sent the link to the provider search.', daysBefore: 9, every: 6 },
  {
    type: 'meeting',
    body: 'At the kitchen table, with the daughter. All questions answered.',
    daysBefore: 20,
    every: 9,
  },
] as const;

const MAILS = [
  {
    direction: 'out',
    status: 'sent',
    subject: 'The two plans side by side',
    body: 'As promised, here are the two plans side by side. The second one has your doctor in its network.\n\nWhen may I call?',
    daysBefore: 3,
    every: 4,
  },
  {
    direction: 'in',
    status: 'recorded',
    subject: 'Re: The two plans side by side',
    body: 'Thank you! Any morning after nine is fine.',
    daysBefore: 1,
    every: 8,
  },
] as const;

/** Contacts with activity: conversations, notes, changes, and a few new owners. */
export async function insertDemoTimeline(tx: Tx, accountId: number): Promise<void> {
  await tx.raw(
    `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, body, at)
     select c.account_id, c.id, c.owner_id, c.owner_id, t.type, t.body,
       greatest(c.created_at, c.last_touch_at - t.days * interval '1 day')
     from contacts c join json_to_recordset($2) as t(type text, body text, days int, every int) on c.number % t.every = 0
     where c.account_id = $1 and c.last_touch_at is not null`,
    [accountId, JSON.stringify(TALKS.map(({ daysBefore: days, ...talk }) => ({ ...talk, days })))],
  );
  await tx.raw(
    `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status, at)
     select c.account_id, c.id, c.owner_id, c.owner_id, m.direction, c.email, m.subject, m.body, m.status,
       greatest(c.created_at, c.last_touch_at - m.days * interval '1 day')
     from contacts c join json_to_recordset($2) as m(direction text, status text, subject text, body text, days int, every int)
       on c.number % m.every = 0
     where c.account_id = $1 and c.last_touch_at is not null and c.email is not null`,
    [accountId, JSON.stringify(MAILS.map(({ daysBefore: days, ...mail }) => ({ ...mail, days })))],
  );
  // Some by their manager, as them.
  await tx.raw(
    `with moved as (
       insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, at)
       select c.account_id, case when c.number % 10 = 0 then coalesce(u.manager_id, u.id) else u.id end, u.id,
         'contact.updated', 'contact', c.id, jsonb_build_object('fields', array['address', 'city'], 'version', c.version),
         greatest(c.created_at, c.last_touch_at - interval '4 days')
       from contacts c join users u on u.id = c.owner_id
       where c.account_id = $1 and c.last_touch_at is not null and c.number % 5 = 0
       returning subject_id
     )
     insert into contact_changes (account_id, contact_id, version, field, before, after)
     select c.account_id, c.id, c.version, was.field, was.before, was.after
     from contacts c, lateral (values
       ('address', 'P.O. Box ' || 100 + c.number % 900, c.address),
       ('city', case c.city when 'Buda' then 'Kyle' else 'Buda' end, c.city)) as was(field, before, after)
     where c.id in (select subject_id from moved)`,
    [accountId],
  );
  // Date a policy was recorded: some weeks before its first day, if that is past.
  await tx.raw(
    `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, at)
     select c.account_id, c.owner_id, c.owner_id, 'policy.created', 'contact', c.id,
       json_build_object('policy_id', p.id),
       greatest(c.created_at, least(p.effective_on - interval '20 days', coalesce(c.last_touch_at, c.created_at)))
     from policies p join contacts c on c.id = p.contact_id
     where c.account_id = $1`,
    [accountId],
  );
  await tx.raw(
    `insert into contact_owner_changes
       (account_id, contact_id, from_owner_id, to_owner_id, actor_id, acting_as_id, reason, created_at)
     select c.account_id, c.id, u.manager_id, u.id, u.manager_id, u.manager_id, 'assigned',
       greatest(c.created_at, c.last_touch_at - interval '30 days')
     from contacts c join users u on u.id = c.owner_id
     where c.account_id = $1 and c.last_touch_at is not null and u.manager_id is not null and c.number % 12 = 0`,
    [accountId],
  );
}
