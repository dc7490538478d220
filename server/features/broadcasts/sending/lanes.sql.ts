import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/tx.ts';

/** Texts that carriers take in a window; what exceeds it is billed and fails. Lanes are in the order of their names. */
export interface Lane {
  readonly name: string;
  readonly limit: number;
  /** Start of the window, and of the next one. */
  readonly from: Date;
  readonly until: Date;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/** T-Mobile counts days by Pacific time; without daylight saving the window is late by an hour, never early. */
const PACIFIC_MS = 8 * 3_600_000;

function windowAt(at: Date, ms: number, offset = 0): { from: Date; until: Date } {
  const from = Math.floor((at.getTime() - offset) / ms) * ms + offset;
  return { from: new Date(from), until: new Date(from + ms) };
}

/**
 * The lanes of one number: a registered campaign a minute (AT&T), a brand a day (T-Mobile), a number a second. An agency has one
 * brand and one campaign.
 */
export const lanesOf = ({ textPace: pace }: Pick<Config, 'textPace'>, number: string, at: Date): Lane[] => [
  { name: 'brand', limit: pace.brandADay, ...windowAt(at, DAY_MS, PACIFIC_MS) },
  { name: 'campaign', limit: pace.campaignAMinute, ...windowAt(at, MINUTE_MS) },
  { name: `number ${number}`, limit: pace.numberASecond, ...windowAt(at, SECOND_MS) },
];

/** What the lanes still take at present. `until`: when a full one opens again. The lanes are locked. */
export async function roomIn(tx: Tx, lanes: readonly Lane[]): Promise<{ room: number; until: Date | null }> {
  const names = lanes.map(({ name }) => name);
  await tx.raw(
    `insert into text_lanes (account_id, lane, window_at, taken)
     select app_account_id(), name, '-infinity', 0 from unnest($1::text[]) name order by name on conflict do nothing`,
    [names],
  );
  const rows = await tx.raw<{ lane: string; window_at: Date | number; taken: number }>(
    'select lane, window_at, taken from text_lanes where lane = any($1::text[]) order by lane for update',
    [names],
  );
  const left = lanes.map(({ name, limit, from, until }) => {
    const row = rows.find(({ lane }) => lane === name);
    // A window that began later belongs to a clock that is ahead: its places stay taken.
    const isOpen = row !== undefined && Number(row.window_at) >= from.getTime();
    return { room: Math.max(0, limit - (isOpen ? row.taken : 0)), until };
  });
  const full = left.filter(({ room }) => room === 0).map(({ until }) => until.getTime());
  return {
    room: Math.min(...left.map(({ room }) => room)),
    until: full.length === 0 ? null : new Date(Math.max(...full)),
  };
}

/** Takes places in the lanes, which `roomIn` has locked. */
export const takePlaces = (tx: Tx, lanes: readonly Lane[], places: number) =>
  tx.raw(
    `update text_lanes l set taken = n.places + case when l.window_at >= n.from_at then l.taken else 0 end,
       window_at = greatest(l.window_at, n.from_at)
     from (select name, from_at, $3::int as places from unnest($1::text[], $2::timestamptz[]) as t(name, from_at)) n
     where l.lane = n.name`,
    [lanes.map(({ name }) => name), lanes.map(({ from }) => from), places],
  );
