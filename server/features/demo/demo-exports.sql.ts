import type { Tx } from '../../db/tx.ts';

/** Earlier exports: who, when, what and the outcome. */
const TAKEN = [
  ['agent', '3 hours', 'csv', 'Mine, state TX', '', 'complete', 212],
  ['manager', '2 days', 'xlsx', 'All agents, tag turning 65', 'Letters for those who turn 65', 'complete', 1_164],
  ['agent', '5 days', 'csv', 'Mine', 'A list for the seminar', 'refused', 940],
] as const;

/** Manifests of earlier files that no longer exist. */
export const insertDemoExports = (tx: Tx, accountId: number, now: Date) =>
  tx.raw(
    `insert into exports (account_id, business_unit_id, user_id, actor_id, format, selection, sentence, columns, why,
       confirmed, status, failure, rows, bytes, sha256, created_at, finished_at)
     select $1, u.business_unit_id, u.id, u.id, t.format, '{"contacts_scope":{}}', t.sentence,
       '{first_name,last_name,phone,email}', t.why, t.contacts, t.status,
       case when t.status = 'refused' then 'There are ' || t.contacts + 3 || ' contacts now, not ' || t.contacts || ': look at the count again.' end,
       case when t.status = 'complete' then t.contacts end, case when t.status = 'complete' then t.contacts * 52 + 36 end,
       case when t.status = 'complete' then encode(sha256(convert_to(t.sentence || u.id, 'UTF8')), 'hex') end,
       $3::timestamptz - t.ago::interval, $3::timestamptz - t.ago::interval
     from jsonb_to_recordset($2::jsonb) t(role text, ago text, format text, sentence text, why text, status text, contacts int)
     cross join lateral (
       select id, business_unit_id from users where account_id = $1 and t.role = any(roles) order by id limit 1
     ) u order by t.ago::interval desc`,
    [
      accountId,
      JSON.stringify(
        TAKEN.map(([role, ago, format, sentence, why, status, contacts]) => ({
          role,
          ago,
          format,
          sentence,
          why,
          status,
          contacts,
        })),
      ),
      now,
    ],
  );
