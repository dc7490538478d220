import { MAX_DAYS_AHEAD, type Schedule } from '#contract/broadcasts/broadcast.contract.ts';
import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import { ALL_ZONES } from '../places/us-places.ts';
import { dayIn, plusDays, plusMonths, plusYears } from '../time/days.ts';
import { instantAt, wallClocks } from '../time/zoned-time.ts';

const DAY_MS = 86_400_000;

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Instants in ms between which a message may go by its schedule; `until` is the first that is too late. */
export interface Window {
  readonly from: number;
  /** `null`: no end. */
  readonly until: number | null;
}

/**
 * The window of one recipient, who may be in any of these IANA zones: it opens when it has opened in all of them, and
 * closes when it has closed in one.
 */
export function windowOf(schedule: Schedule, zones: readonly string[], scheduledAt: number): Window {
  if (schedule.kind === 'now') return { from: scheduledAt, until: null };
  if (schedule.kind === 'at') return { from: Date.parse(schedule.send_at), until: null };
  const all = zones.length === 0 ? ALL_ZONES : zones;
  const at = (clock: string) => all.map((zone) => instantAt(zone, schedule.day, minuteOf(clock)));
  return { from: Math.max(...at(schedule.from)), until: Math.min(...at(schedule.until)) };
}

/** The first instant at which anything goes, in ms, wherever the recipients are. */
export const startOf = (schedule: Schedule, scheduledAt: number): number =>
  schedule.kind === 'local'
    ? Math.min(...ALL_ZONES.map((zone) => instantAt(zone, schedule.day, minuteOf(schedule.from))))
    : windowOf(schedule, [], scheduledAt).from;

/** Why a schedule can't be kept, one sentence; `null`: it can. */
export function scheduleFault(schedule: Schedule, now: number): string | null {
  if (schedule.kind === 'now') return null;
  if (schedule.kind === 'local' && minuteOf(schedule.from) >= minuteOf(schedule.until)) {
    return 'The end of the time has to be after its start.';
  }
  const starts = startOf(schedule, now);
  if (starts > now + MAX_DAYS_AHEAD * DAY_MS) return `Choose a day within the next ${MAX_DAYS_AHEAD} days.`;
  if (schedule.kind === 'at') return starts < now ? 'Choose a time that has not passed.' : null;
  const ends = Math.max(...ALL_ZONES.map((zone) => instantAt(zone, schedule.day, minuteOf(schedule.until))));
  return ends <= now ? 'That day is over everywhere in the US. Choose a later one.' : null;
}

type Every = CampaignTrigger['recurrence'];

const followingDay: Readonly<Record<Exclude<Every, 'none'>, (day: string, runs: number) => string>> = {
  daily: plusDays,
  weekly: (day, runs) => plusDays(day, 7 * runs),
  monthly: plusMonths,
  yearly: plusYears,
};

/**
 * The schedule of the run after one, at the same hour of a later day; runs that would lie in the past are passed over.
 * `zone`: of the sender, whose clock an instant is kept at. `null`: it does not repeat.
 */
export function nextSchedule(
  schedule: Schedule,
  every: Every,
  { startedAt, now, zone }: { readonly startedAt: number; readonly now: number; readonly zone: string },
): Exclude<Schedule, { kind: 'now' }> | null {
  if (every === 'none') return null;
  const first = schedule.kind === 'local' ? schedule.day : dayIn(zone, startOf(schedule, startedAt));
  const { minute } = wallClocks()(zone, startOf(schedule, startedAt));
  for (let runs = 1; ; runs += 1) {
    const day = followingDay[every](first, runs);
    const next =
      schedule.kind === 'local'
        ? { ...schedule, day }
        : ({ kind: 'at', send_at: new Date(instantAt(zone, day, minute)).toISOString() } as const);
    if (startOf(next, now) > now) return next;
  }
}
