import type { CallOutcome, Disposition } from '#contract/phone/call.contract.ts';
import { placeOfCaller } from '#rules/places/area-codes.ts';
import { instantAt, wallClocks } from '#rules/time/zoned-time.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A user who makes and receives calls. */
export interface DemoCaller {
  readonly id: number;
  readonly number: string;
  /** IANA. */
  readonly zone: string;
  /** Minutes used this month; 0: as they come. */
  readonly spent: number;
}

export interface CalledContact {
  readonly id: number;
  readonly owner_id: number;
  readonly phone: string;
  readonly type: string;
  readonly last_touch_at: Date;
}

export interface DemoCall {
  readonly sid: string;
  readonly conversation: string;
  readonly direction: 'inbound' | 'outbound';
  readonly from_number: string;
  readonly to_number: string;
  /** `null`: not answered. */
  readonly user_id: number | null;
  readonly contact_id: number | null;
  readonly caller_city: string;
  readonly caller_state: string;
  readonly purpose: 'service' | 'marketing';
  readonly outcome: CallOutcome;
  readonly note: string;
  readonly disposition: Disposition | null;
  readonly created_at: Date;
  /** `null`: they did not talk. */
  readonly answered_at: Date | null;
  readonly ended_at: Date;
  readonly seconds: number;
  /** Users rung by an inbound call, and their actions. */
  readonly rings: readonly { readonly user_id: number; readonly outcome: string }[];
}

const TALKS: readonly (readonly [Disposition | null, string])[] = [
  ['interested', 'Wants to see both plans side by side. Send the comparison.'],
  ['interested', 'Plan G, keeps the same doctor.'],
  ['call_back', 'Call again after the visit to the cardiologist.'],
  ['not_now', 'Stays with the plan for this year.'],
  [null, ''],
];

/** Seconds of ringing until answered or given up. */
const ANSWERED_AFTER = 7;
const RINGS = 60;

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);
const clocks = wallClocks();

/** A minute between 9 AM and 6 PM on the day of the last touch, or on the day before. */
function workingTime(random: SeededRandom, { zone }: DemoCaller, { last_touch_at: touched }: CalledContact): Date {
  const minute = 9 * 60 + random.below(9 * 60);
  const at = instantAt(zone, clocks(zone, touched.getTime()).day, minute);
  return new Date(at <= touched.getTime() ? at : at - 86_400_000);
}

const hex = (random: SeededRandom, length: number) =>
  Array.from({ length }, () => random.below(16).toString(16)).join('');

export const freshSid = (random: SeededRandom) => `CA${hex(random, 32)}`;
export const freshConversation = (random: SeededRandom) =>
  `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;

/** One side of a call as its agent has it. */
export function demoCall(
  random: SeededRandom,
  call: Pick<DemoCall, 'direction' | 'created_at'> & {
    readonly agent: DemoCaller;
    readonly other: string;
  } & Partial<DemoCall>,
): DemoCall {
  const { agent, other, direction, created_at: at, seconds = 0, outcome = 'completed', ...differs } = call;
  const { city, state } = placeOfCaller(other);
  const talked = outcome === 'completed';
  const answeredAt = talked ? later(at, ANSWERED_AFTER) : null;
  const isMissed = direction === 'inbound' && !talked;
  return {
    sid: freshSid(random),
    conversation: freshConversation(random),
    direction,
    from_number: direction === 'outbound' ? agent.number : other,
    to_number: direction === 'outbound' ? other : agent.number,
    user_id: isMissed ? null : agent.id,
    contact_id: null,
    caller_city: city,
    caller_state: state,
    purpose: 'marketing',
    outcome,
    note: '',
    disposition: null,
    created_at: at,
    answered_at: answeredAt,
    ended_at: answeredAt === null ? later(at, outcome === 'no_answer' ? RINGS : 12) : later(answeredAt, seconds),
    seconds: talked ? seconds : 0,
    rings: direction === 'inbound' ? [{ user_id: agent.id, outcome: talked ? 'answered' : 'missed' }] : [],
    ...differs,
  };
}

/** A call with a contact at the time of the last touch. */
export function callWith(random: SeededRandom, agent: DemoCaller, contact: CalledContact): DemoCall {
  const direction = random.chance(0.3) ? 'inbound' : 'outbound';
  const outcome = random.chance(0.65)
    ? 'completed'
    : random.pick(
        direction === 'inbound' ? (['no_answer', 'cancelled'] as const) : (['no_answer', 'busy', 'rejected'] as const),
      );
  const talked = outcome === 'completed';
  const [disposition, note] = talked ? random.pick(TALKS) : [null, ''];
  return demoCall(random, {
    agent,
    other: contact.phone,
    direction,
    outcome,
    disposition,
    note,
    contact_id: contact.id,
    purpose: contact.type === 'client' ? 'service' : 'marketing',
    seconds: 25 + random.below(random.chance(0.2) ? 1_400 : 400),
    created_at: workingTime(random, agent, contact),
  });
}

/** Minutes that one of those calls takes on average, by which people run out. */
const LONG_MINUTES = 18;
/** By how much two calls, one after the other, are longer and shorter than that. */
const MORE_OR_LESS = [7, 4, 11, 2] as const;
/** Minutes of the day at which long calls begin. */
const BEGINS = [9 * 60 + 20, 11 * 60 + 5, 13 * 60 + 40, 15 * 60 + 50] as const;
const DAY_MS = 86_400_000;

/** Long calls of this month that use up so many minutes: in working hours, or any time if the month has just begun. */
export function spendMinutes(
  random: SeededRandom,
  agent: DemoCaller,
  contacts: readonly CalledContact[],
  now: Date,
): DemoCall[] {
  const count = Math.ceil(agent.spent / LONG_MINUTES);
  const times = longTimes(agent.zone, now, count);
  return Array.from({ length: count }, (_, place) => {
    const contact = contacts[place % Math.max(1, contacts.length)];
    return demoCall(random, {
      agent,
      other: contact?.phone ?? '+18005550199',
      direction: 'outbound',
      contact_id: contact?.id ?? null,
      purpose: 'service',
      seconds: longMinutes(place, count, agent.spent) * 60,
      created_at: new Date(times[place] ?? now.getTime()),
    });
  });
}

function longMinutes(place: number, count: number, spent: number): number {
  if (place === count - 1) return spent - place * LONG_MINUTES;
  const isPaired = place + (place % 2 === 0 ? 1 : 0) < count - 1;
  const apart = isPaired ? (MORE_OR_LESS[Math.floor(place / 2) % MORE_OR_LESS.length] ?? 0) : 0;
  return LONG_MINUTES + (place % 2 === 0 ? apart : -apart);
}

/** Start times of so many long calls, in order. */
function longTimes(zone: string, now: Date, count: number): number[] {
  const today = clocks(zone, now.getTime()).day;
  const monthBegan = instantAt(zone, `${today.slice(0, 7)}-01`, 0);
  const found: number[] = [];
  for (let noon = instantAt(zone, today, 720); found.length < count && noon > monthBegan; noon -= DAY_MS) {
    const { day } = clocks(zone, noon);
    if (new Date(day).getUTCDay() === 0) continue;
    const begun = BEGINS.map((minute, place) => instantAt(zone, day, minute + (((found.length + place) * 7) % 20)));
    found.unshift(...begun.filter((at) => at + 2 * LONG_MINUTES * 60_000 < now.getTime()));
  }
  const missing = Math.max(0, count - found.length);
  return [...Array.from({ length: missing }, (_, place) => monthBegan + place), ...found].slice(-count);
}
