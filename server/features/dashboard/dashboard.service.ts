import {
  type Birthday,
  DASHBOARD_ROWS,
  type FollowUp,
  type readDashboard as ReadDashboard,
  TURNING_65_DAYS,
} from '#contract/dashboard.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { celebratedOn, datesFrom } from '#rules/contacts/birthdays.ts';
import { daysBetween } from '#rules/time/days.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { mayEachBeReached } from '../compliance/may-be-reached.ts';
import { hasFeatureIn } from '../flags/flags.service.ts';
import { ownDay } from '../profile/own-day.ts';
import * as sql from './dashboard.sql.ts';
import { visibilityOf } from '../contacts/contact-visibility.ts';

type Dashboard = Reply<typeof ReadDashboard>['data'];

const EVERYBODYS = { all_downline: false, pool_id: 'mine', downline_user_id: 1 } as const;

/** Agenda from today on, by the calendar of the user's time zone. */
export function readDashboard(
  deps: Deps,
  identity: Identity,
  { contact_group, days }: Body<typeof ReadDashboard>,
): Promise<Dashboard> {
  return withAccount(deps.pool, identity, async (tx) => {
    const { owners } = await visibilityOf(tx, identity, { ...EVERYBODYS, contact_group });
    const today = await ownDay(deps, tx, identity.userId);
    const dates = datesFrom(today, days);
    const most = DASHBOARD_ROWS + 1;
    const born = await sql.findBorn(tx, { owners: owners ?? [], ...celebratedOn(dates), most });
    const turning = await sql.findTurning65(tx, { owners: owners ?? [], today, days: TURNING_65_DAYS, most });
    const withFollowUps = await hasFeatureIn(deps, tx, identity, 'follow-ups');
    const due = withFollowUps
      ? await sql.findFollowUps(tx, { owners: owners ?? [], until: dates.at(-1) ?? today, most })
      : null;
    const followUps = due && (await callableFirst(tx, deps, due.slice(0, DASHBOARD_ROWS), today));

    const shown = born.slice(0, DASHBOARD_ROWS).map(birthdayOf);
    const isClient = ({ type }: Birthday) => type === 'client';
    return {
      today,
      client_birthdays: shown.filter(isClient),
      prospect_birthdays: shown.filter((one) => !isClient(one)),
      follow_ups: followUps,
      turning_65: turning.slice(0, DASHBOARD_ROWS).map(birthdayOf),
      more: {
        birthdays: born.length > DASHBOARD_ROWS,
        follow_ups: (due?.length ?? 0) > DASHBOARD_ROWS,
        turning_65: turning.length > DASHBOARD_ROWS,
      },
    };
  });
}

const contactOf = (row: sql.ContactRow) => ({
  id: row.id,
  number: row.number,
  name: row.name,
  type: row.type,
  phone: row.phone,
  email: row.email,
  owner: { id: row.owner_id, name: row.owner_name },
});

const birthdayOf = (row: sql.BornRow): Birthday => ({ ...contactOf(row), on: row.on, turns: row.turns });

/** Follow-ups by what they are to the day, and within that those first who may be called now. */
async function callableFirst(tx: Tx, deps: Deps, rows: readonly sql.FollowUpRow[], today: string): Promise<FollowUp[]> {
  const asked = { channel: 'call', purpose: 'marketing', at: deps.now() } as const;
  const decisions = await mayEachBeReached(tx, deps.seal, rows, asked);
  const found = rows.map((row, place) => followUpOf(row, decisions[place]!));
  const partOf = ({ on }: FollowUp) => Math.sign(daysBetween(today, on));
  const rank = (one: FollowUp) => partOf(one) * 2 + (one.call.allowed ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

const followUpOf = (row: sql.FollowUpRow, decision: Decision): FollowUp => ({
  ...contactOf(row),
  on: row.on,
  time: row.time,
  note: row.note,
  call: {
    allowed: decision.allowed,
    reason: decision.allowed ? '' : decisionSentence(decision),
    next_at: decision.next_at,
  },
});
