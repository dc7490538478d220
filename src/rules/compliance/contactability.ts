import {
  type Channel,
  type ComplianceRule,
  type Decision,
  type Purpose,
  type Reason,
  type RuleTopic,
  WEEKDAYS,
} from '#contract/compliance.contract.ts';
import type { LineType } from '#contract/verifications.contract.ts';
import { type LastWord, lastWord, type LedgerAsked, type LedgerEntry, reaches } from './consent-ledger.ts';
import { ALL_ZONES } from '../places/us-places.ts';
import { type PlaceFacts, placesOf } from '../places/whereabouts.ts';
import { clockText, type WallTime, wallClocks } from '../time/zoned-time.ts';

/** The dated rule table, as far as a decision needs it. */
export type DatedRule = Pick<
  ComplianceRule,
  'id' | 'rule' | 'jurisdiction' | 'channel' | 'purpose' | 'starts_on' | 'ends_on' | 'value' | 'title' | 'source'
>;

/** Facts about a contact. */
export interface ReachFacts extends PlaceFacts {
  /** They have died; absent: no. */
  readonly died?: boolean;
  readonly email: string | null;
  readonly email_status: string;
  /** What the latest look-up says of the number; absent: none was made. */
  readonly line?: NonNullable<Decision['evidence']['line']> | null;
  /** Messages of campaigns in the last days, or on their way; absent: none. */
  readonly messages?: readonly { readonly channel: 'text' | 'mail'; readonly at: string }[];
  /** In any order. */
  readonly entries: readonly LedgerEntry[];
  /** Contacts with the same number or address, each with its entries: who has forbidden it to one has forbidden it to all. */
  readonly alike: readonly Alike[];
}

export interface Alike {
  readonly by: 'phone' | 'email';
  readonly entries: readonly LedgerEntry[];
}

export interface ReachAsked {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly at: Date;
}

interface Finding {
  readonly reason: Reason;
  readonly rule: DatedRule | null;
  readonly entry: LedgerEntry | null;
  /** Minutes that change nothing. `null`: it is allowed, or time alone never changes it. */
  readonly waits: number | null;
  /** What filled the limit of a day. */
  readonly messages?: ReachFacts['messages'];
}

/** Minutes looked ahead: a week has every weekday, and a day for its edges. Ours. */
const AHEAD_MINUTES = 8 * 24 * 60;
/** Minutes between two changes of any clock or day: they fall on quarters of an hour. */
const QUARTER = 15;
const MINUTE_MS = 60_000;
const ALLOWED: readonly Reason[] = ['nothing_forbids', 'consented', 'within_hours'];
const FREE: Finding = { reason: 'nothing_forbids', rule: null, entry: null, waits: null };

/** A possible location: a clock, and the rules of its state by weight. */
interface Spot {
  readonly zone: string;
  readonly rules: readonly DatedRule[];
}

/**
 * Decides whether this contact may be contacted by this channel, for this purpose, at this instant. The contact's
 * latest statement counts. Where address, ZIP code and number disagree, every possible location must allow it by its
 * own rules and its own clock. Days and hours are the recipient's; e-mail and sharing have no location and use UTC.
 */
export function decide(rules: readonly DatedRule[], contact: ReachFacts, asked: ReachAsked): Decision {
  const places = placesOf(contact);
  const isTimed = isByPhone(asked.channel);
  const spots = spotsOf(rules.filter((rule) => isAbout(rule, asked)).toSorted(byWeight), places, isTimed);
  const wall = wallClocks();
  // E-mail has no hours, and days like everything else.
  const placed = places.flatMap(({ zones }) => zones);
  const zonesOf = (zone: string) => (isTimed ? [zone] : placed.length > 0 ? placed : ALL_ZONES);
  const findIn = ({ zone, rules: own }: Spot, at: number): Finding =>
    findAt(own, contact, {
      ...asked,
      at,
      wall: wall(zone, at),
      dayAt: zonesOf(zone).map((one) => (when) => wall(one, when).day),
    });
  const find = (at: number): Finding => {
    const found = spots.map((spot) => findIn(spot, at));
    return found.find(isBlocked) ?? found[0] ?? FREE;
  };

  const now = asked.at.getTime();
  const blocked = spots.filter((spot) => isBlocked(findIn(spot, now)));
  const last = lastToOpen(blocked, (spot) => nextAllowed((at) => findIn(spot, at), now));
  const { reason, rule, entry, waits, messages } = last === undefined ? find(now) : findIn(last, now);
  const counted = messages === undefined ? [] : zonesOf('UTC');
  const zones = [...new Set(isTimed ? spots.map(({ zone }) => zone) : counted)];
  return {
    channel: asked.channel,
    purpose: asked.purpose,
    at: asked.at.toISOString(),
    allowed: ALLOWED.includes(reason),
    reason,
    rule: rule && { id: rule.id, title: rule.title, source: rule.source },
    evidence: {
      entry: entry && evidenceOf(entry),
      clocks: zones.map((zone) => ({ zone, time: clockText(wall(zone, now).minute) })),
      places: isTimed ? places.map(({ state, by }) => ({ state, by })) : [],
      ...(messages && { messages: [...messages] }),
      ...(asked.channel === 'text' && contact.line && { line: contact.line }),
    },
    next_at: waits === null ? null : nextAllowed(find, now),
  };
}

const isBlocked = ({ reason }: Finding): boolean => !ALLOWED.includes(reason);

function spotsOf(rules: readonly DatedRule[], places: ReturnType<typeof placesOf>, isTimed: boolean): Spot[] {
  const of = (states: readonly string[]) => rules.filter((rule) => isOf(rule, states));
  if (!isTimed) return [{ zone: 'UTC', rules: of(places.map(({ state }) => state)) }];
  if (places.length === 0) return ALL_ZONES.map((zone) => ({ zone, rules: of([]) }));
  return places.flatMap(({ state, zones }) => zones.map((zone) => ({ zone, rules: of([state]) })));
}

/** The location that stays closed the longest, whose rule is cited; the first one of several. */
function lastToOpen(spots: readonly Spot[], nextOf: (spot: Spot) => string | null): Spot | undefined {
  if (spots.length < 2) return spots[0];
  const waits = spots.map((spot) => Date.parse(nextOf(spot) ?? '9999-12-31T00:00:00Z'));
  return spots[waits.indexOf(Math.max(...waits))];
}

function nextAllowed(find: (at: number) => Finding, now: number): string | null {
  const end = now + AHEAD_MINUTES * MINUTE_MS;
  let at = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  while (at <= end) {
    const { reason, waits } = find(at);
    if (ALLOWED.includes(reason)) return new Date(at).toISOString();
    if (waits === null) return null;
    at += waits * MINUTE_MS;
  }
  return null;
}

const evidenceOf = ({ id, channel, kind, purpose, evidence, given_at, expires_on }: LedgerEntry) => ({
  id,
  channel,
  kind,
  purpose,
  evidence,
  given_at,
  expires_on,
});

const isByPhone = (channel: Channel): boolean => channel === 'call' || channel === 'text';

/** No channel means every channel except sharing; hours apply to channels with a local time. */
const isAbout = (rule: DatedRule, { channel, purpose }: Pick<ReachAsked, 'channel' | 'purpose'>): boolean =>
  (rule.channel === channel || (rule.channel === null && channel !== 'share')) &&
  (rule.purpose === null || reaches(rule.purpose, purpose)) &&
  (rule.rule !== 'hours' || isByPhone(channel));

const isOf = ({ jurisdiction }: DatedRule, states: readonly string[]): boolean =>
  jurisdiction === 'US' || states.includes(jurisdiction.slice(3));

/** Topics whose rules ask for consent. */
const ASKING: readonly RuleTopic[] = ['consent', 'data_sharing'];

/** The rules of every place that ask for consent before data is shared on that day, by weight. */
export const sharingRules = (rules: readonly DatedRule[], day: string): DatedRule[] =>
  rules
    .filter((rule) => ASKING.includes(rule.rule) && isInForce(rule, day))
    .filter((rule) => isAbout(rule, { channel: 'share', purpose: 'service' }))
    .toSorted(byWeight);

/** The rules of every place that ask for consent before that channel is used for that purpose on that day. */
export const consentRules = (
  rules: readonly DatedRule[],
  asked: Pick<ReachAsked, 'channel' | 'purpose'>,
  day: string,
): DatedRule[] =>
  rules.filter((rule) => ASKING.includes(rule.rule) && isInForce(rule, day)).filter((rule) => isAbout(rule, asked));

/** Rule to cite when several say the same: a state's, then the newest. */
const byWeight = (a: DatedRule, b: DatedRule): number =>
  b.jurisdiction.length - a.jurisdiction.length || b.starts_on.localeCompare(a.starts_on) || b.id - a.id;

const isInForce = ({ starts_on, ends_on }: DatedRule, day: string): boolean =>
  starts_on <= day && (ends_on === null || ends_on >= day);

interface Moment {
  readonly channel: Channel;
  readonly purpose: Purpose;
  readonly at: number;
  readonly wall: WallTime;
  /** Days of an instant, one a possible location. */
  readonly dayAt: readonly ((at: number) => string)[];
}

/** Rules in effect in one zone; `rules` are sorted by weight. */
function findAt(rules: readonly DatedRule[], contact: ReachFacts, { wall, ...asked }: Moment): Finding {
  const missing = unreachable(contact, asked.channel);
  if (missing !== null) return { ...FREE, reason: missing };
  const ruleOn = (topics: readonly RuleTopic[]) =>
    rules.find((rule) => topics.includes(rule.rule) && isInForce(rule, wall.day)) ?? null;

  const { stop, given, expired } = lastWordOf(contact, { ...asked, day: wall.day });
  if (stop !== null) {
    const reason = stop.kind === 'do_not_call' ? 'do_not_call' : 'withdrawn';
    const rule = ruleOn([stop.kind === 'do_not_call' ? 'do_not_call' : 'opt_out']);
    return { reason, rule, entry: stop, waits: null };
  }
  const consent = ruleOn(ASKING);
  if (consent !== null && given === null) {
    const waits = consent.ends_on === null ? null : QUARTER - (wall.minute % QUARTER);
    return { reason: expired === null ? 'no_consent' : 'expired', rule: consent, entry: expired, waits };
  }
  const limit = ruleOn(['daily_limit']);
  const messages = limit === null ? null : filledBy(limit, contact, asked);
  if (messages !== null) {
    return { reason: 'daily_limit', rule: limit, entry: null, waits: QUARTER - (wall.minute % QUARTER), messages };
  }
  const hours = rules.filter((rule) => speaksOf(rule, wall) && isInForce(rule, wall.day));
  const closed = hours.find((rule) => !isOpen(rule, wall));
  if (closed !== undefined) return { reason: 'outside_hours', rule: closed, entry: null, waits: waitOf(closed, wall) };
  if (consent !== null) return { reason: 'consented', rule: consent, entry: given, waits: null };
  return hours[0] === undefined ? FREE : { ...FREE, reason: 'within_hours', rule: hours[0] };
}

/** Messages of campaigns on that day, at the first place where they are as many as the rule allows; `null`: one more may go. */
function filledBy(
  { value: { messages: most = 1 } }: DatedRule,
  { messages = [] }: ReachFacts,
  { channel, purpose, at, dayAt }: Omit<Moment, 'wall'>,
): ReachFacts['messages'] | null {
  const isCampaign = purpose === 'automated' && (channel === 'text' || channel === 'mail');
  if (!isCampaign || messages.length < most) return null;
  for (const dayOf of dayAt) {
    const today = dayOf(at);
    const counted = messages.filter((one) => dayOf(Date.parse(one.at)) === today);
    if (counted.length >= most) return counted;
  }
  return null;
}

/** The latest statement of the contact and, for refusals, of others with the same number or address. */
function lastWordOf({ entries, alike }: ReachFacts, asked: LedgerAsked): LastWord {
  const by = isByPhone(asked.channel) ? 'phone' : asked.channel === 'mail' ? 'email' : null;
  const stops = alike.flatMap((one) => (one.by === by ? (lastWord(one.entries, asked).stop ?? []) : []));
  return lastWord([...entries, ...stops], asked);
}

function unreachable({ died = false, phone, email, email_status, line }: ReachFacts, channel: Channel): Reason | null {
  if (channel === 'share') return null;
  if (died) return 'deceased';
  const address = channel === 'mail' ? email : phone;
  if (address === null || address === '') return 'no_address';
  if (channel === 'text') return untextable(line?.line_type);
  return channel === 'mail' && email_status === 'invalid' ? 'address_invalid' : null;
}

/** Of a line that takes no texts. */
function untextable(type: LineType | undefined): Reason | null {
  if (type === 'landline') return 'landline';
  return type === 'invalid' ? 'number_invalid' : null;
}

const speaksOf = ({ rule, value }: DatedRule, { weekday }: WallTime): boolean =>
  rule === 'hours' && (value.days === undefined || value.days.some((day) => day === WEEKDAYS[weekday]));

const minutesOf = (clock: string | undefined, fallback: number): number =>
  clock === undefined ? fallback : Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

const isOpen = ({ value }: DatedRule, { minute }: WallTime): boolean =>
  minute >= minutesOf(value.from, 0) && minute < minutesOf(value.to, 1440);

/** Until the rule opens, or a clock may have changed. */
function waitOf({ value }: DatedRule, { minute }: WallTime): number {
  const quarter = QUARTER - (minute % QUARTER);
  const opens = minutesOf(value.from, 0) - minute;
  return opens > 0 ? Math.min(opens, quarter) : quarter;
}
