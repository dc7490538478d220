import { planYearOn } from '#rules/signups/medicare.ts';
import { utcDay } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import type { DemoAgency } from './demo-people.ts';

const DAY_MS = 86_400_000;
const HEARD = ['A colleague', 'The agency’s web page', 'A recruiting event', 'A former client'];

/**
 * The licenses that the signups name: one for each state and line, good for a year or two, but each agent's life license for
 * Georgia has expired. Contacts in other states show what an agent without a license is told.
 */
async function insertDemoLicenses(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.raw(
    `insert into agent_licenses (account_id, user_id, state, line, number, expires_on, carriers)
     select $1, s.user_id, place, line, place || '-' || s.npn,
       $2::date + case when place = 'GA' and line = 'life' then -12 else 200 + (s.user_id * 37 + ascii(place) * 11)::int % 500 end,
       case when line = 'health' then s.carriers else '{}' end
     from signups s, unnest(s.licensed_states) place, unnest(array['health', 'life']) line
     where s.account_id = $1 order by s.user_id, place, line`,
    [accountId, utcDay(now)],
  );
}

/** Signups of the agents, with their licenses: most registered for Medicare, some with last year's certification, some drafts. */
export async function insertDemoSignups(tx: Tx, accountId: number, agency: DemoAgency, now: Date): Promise<void> {
  const planYear = planYearOn(utcDay(now));
  const agents = agency.people.filter(({ roles }) => roles.includes('agent') || roles.includes('manager'));
  for (const [at, { username }] of agents.entries()) {
    // The first agent, whom the demo shows, is registered.
    const isDraft = at % 5 === 4;
    const year = at % 4 === 2 ? planYear - 1 : planYear;
    const submitted = new Date(now.getTime() - (12 + at * 9) * DAY_MS);
    await tx.raw(
      `insert into signups (account_id, user_id, status, first_name, last_name, email, phone, address, city, state, zip_code, npn,
         resident_state, licensed_states, lines, eo_carrier, eo_policy_number, eo_expires_on, carriers, ahip_year, heard_from, upline,
         medicare_year, medicare_since, submitted_at, created_at, updated_at)
       select $1, u.id, $3, u.first_name, u.last_name, u.email, $9, '1200 Bay Street', 'Tampa', 'FL', '33602', $4,
         case when $3 = 'draft' then '' else 'FL' end, case when $3 = 'draft' then '{}'::text[] else array['FL', 'GA', 'TX'] end,
         array['final_expense', 'medicare'], 'Harbor Mutual', 'EO-' || $4, $5, array['Aetna', 'Humana', 'Mutual of Omaha'],
         case when $3 = 'draft' then null else $6::int end, $7, coalesce(m.first_name || ' ' || m.last_name, ''),
         case when $3 = 'draft' then null else $6::int end, case when $3 = 'draft' then null else $8::timestamptz end,
         case when $3 = 'draft' then null else $8::timestamptz end, $8, $8
       from users u left join users m on m.id = u.manager_id where u.account_id = $1 and u.username = $2`,
      [
        accountId,
        username,
        isDraft ? 'draft' : 'submitted',
        String(8_120_400 + at * 37),
        utcDay(new Date(now.getTime() + (60 + at * 20) * DAY_MS)),
        year,
        HEARD[at % HEARD.length],
        submitted,
        `+1${8_135_550_100 + at}`,
      ],
    );
  }
  await insertDemoLicenses(tx, accountId, now);
}
