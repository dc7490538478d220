import type { Tx } from '../../db/tx.ts';
import { demoDialerOf, echoLine, numberOf, teamLine, teamOf } from './demo-dialers.ts';
import type { DemoAgency } from './demo-people.ts';

export const findPeopleIds = (tx: Tx, accountId: number) =>
  tx.raw<{ id: number; username: string; timezone: string }>(
    'select id, username, timezone from users where account_id = $1 order by id',
    [accountId],
  );

/** All users' numbers, the agency's lines, and requests for minutes. */
export async function insertDemoDialers(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  const people = agency.people.map(({ username, manager }) => {
    const dialer = demoDialerOf(username);
    return {
      username,
      manager,
      number: numberOf(agency, username),
      enabled: dialer === null,
      asks: dialer?.asks ?? null,
    };
  });
  const rows = JSON.stringify(people);
  const OF_PEOPLE = `json_to_recordset($2) as d(username text, manager text, number text, enabled boolean, asks int) join users u on u.account_id = $1 and u.username = d.username`;
  await tx.raw(
    `update users set dialer_enabled = d.enabled, dialer_verified_phone_number = d.number
     from json_to_recordset($2) as d(username text, number text, enabled boolean)
     where users.account_id = $1 and users.username = d.username`,
    [accountId, rows],
  );
  await tx.raw(
    `insert into phone_numbers (account_id, number, label, kind, user_id, created_at)
     select $1, d.number, 'Direct line', 'agent', u.id, $3 from ${OF_PEOPLE} order by u.id`,
    [accountId, rows, now],
  );
  await tx.raw(
    `with lines as (
       insert into phone_numbers (account_id, number, label, kind, created_at)
       values ($1, $2, 'Team line', 'group', $5), ($1, $3, 'Echo line', 'echo', $5) returning id, kind)
     insert into phone_number_members (account_id, phone_number_id, user_id)
     select $1, l.id, u.id from lines l, users u where l.kind = 'group' and u.account_id = $1 and u.username = any($4)`,
    [accountId, teamLine(agency), echoLine(agency), teamOf(agency), now],
  );
  await tx.raw(
    `insert into minutes_requests (account_id, user_id, manager_id, minutes, note, created_at)
     select $1, u.id, u.manager_id, d.asks, 'Enrollment week: the phone does not stop.', $3::timestamptz - interval '2 hours'
     from ${OF_PEOPLE} where d.asks is not null order by u.id`,
    [accountId, rows, now],
  );
}
