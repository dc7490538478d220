import { setImmediate } from 'node:timers/promises';
import { type DryRun, MAX_DRY_RUN } from '#contract/broadcasts/broadcast.contract.ts';
import { scheduleFault } from '#rules/broadcasts/schedule.ts';
import { decide, type DatedRule } from '#rules/compliance/contactability.ts';
import { MERGE_FIELDS } from '#rules/contacts/merge-fields.ts';
import { toDollars } from '#rules/wallets/micros.ts';
import { whereabouts } from '#rules/places/whereabouts.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { findRules } from '../../compliance/may-be-reached.ts';
import { payerOf } from '../../wallets/usage.ts';
import { priceOf } from '../../wallets/wallets.service.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { ownNumbers } from '../../messages/own-numbers.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { requireVisible } from '../broadcasts.service.ts';
import { contentFaults, type Merger, mergerOf } from './content.ts';
import { PURPOSE } from '../audience/freeze-audience.ts';
import { windowFor } from '../sending/judge-turn.ts';
import { type ChunkContact, findSample } from '../audience/recipients.sql.ts';

/** Recipients that are looked at between two other requests. Ours: some milliseconds. */
const AT_A_TIME = 200;

interface Sample {
  readonly position: number;
  readonly contact: ChunkContact;
}

/**
 * What sending would come to. The transaction ends before the texts are merged, which takes a while.
 * @throws {Refusal} `not_found`, `conflict` while the audience is counted.
 */
export async function dryRun(deps: Deps, identity: Identity, id: number): Promise<DryRun> {
  const at = deps.now();
  const { row, sample, rules, numbers, merge, price } = await withAccount(deps.pool, identity, async (tx) => {
    const found = await requireVisible(tx, identity, id);
    if (found.frozen_at === null) {
      throw new Refusal('conflict', 'The audience is still being counted. Try again in a moment.');
    }
    const isSound = contentFaults(found).length === 0;
    return {
      row: found,
      sample: await findSample(tx, id, { seen: await seenBy(tx, identity), limit: MAX_DRY_RUN }),
      rules: await findRules(tx),
      numbers: await ownNumbers(tx, found.user_id),
      merge: isSound ? await mergerOf(tx, found, at) : null,
      price: found.channel === 'text' ? await priceFor(deps, tx, identity, usageOf(found)) : null,
    };
  });
  const faults = faultsOf(row, numbers.length > 0, at);
  const planned = { ...row, scheduled_at: row.scheduled_at ?? at };
  const sum = await sumOf({ row: planned, rules, merge, at }, sample);
  const recipients = row.recipients ?? 0;
  const share = sample.length === 0 ? 1 : recipients / sample.length;
  const pace = row.channel === 'text' ? paceOf(deps) : null;
  return toDryRun(sum, {
    at,
    recipients,
    share,
    pace,
    price,
    faults,
  });
}

/** What a text of a broadcast counts as. */
export const usageOf = ({ campaign_file_id: fileId }: Pick<BroadcastRow, 'campaign_file_id'>): 'sms' | 'mms' =>
  fileId === null ? 'sms' : 'mms';

/** Dollars of a segment, or of a text with a picture; a wallet always has a price. */
async function priceFor(deps: Deps, tx: Tx, identity: Identity, usage: 'sms' | 'mms'): Promise<number | null> {
  if ((await payerOf(deps, tx, identity)) !== null) return toDollars(priceOf(deps, usage));
  const { segmentPrice, picturePrice } = deps.config.textPace;
  return usage === 'sms' ? segmentPrice : picturePrice;
}

/** Segments that a broadcast would take, as its dry run says. The audience is frozen. */
export async function countSegments(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  sender: Identity,
  row: BroadcastRow,
): Promise<number> {
  const at = now();
  const sample = await findSample(tx, row.id, { seen: await seenBy(tx, sender), limit: MAX_DRY_RUN });
  const planned = { ...row, scheduled_at: row.scheduled_at ?? at };
  const ground = { row: planned, rules: await findRules(tx), merge: await mergerOf(tx, row, at), at };
  const { segments } = await sumOf(ground, sample);
  return sample.length === 0 ? 0 : Math.ceil((segments * (row.recipients ?? 0)) / sample.length);
}

const paceOf = ({ config: { textPace: pace } }: Pick<Deps, 'config'>): number =>
  Math.min(pace.numberASecond, pace.campaignAMinute / 60);

function faultsOf(row: BroadcastRow, hasNumber: boolean, at: Date): string[] {
  const late = row.schedule === null ? null : scheduleFault(row.schedule, at.getTime());
  return [
    ...((row.recipients ?? 0) === 0 ? ['No one would get this broadcast.'] : []),
    ...contentFaults(row).map(({ message }) => message),
    ...(row.schedule === null ? ['Choose when to send it.'] : []),
    ...(row.status === 'draft' && late !== null ? [late] : []),
    ...(row.channel === 'text' && !hasNumber ? ["You don't have a number to text from yet."] : []),
  ];
}

interface Ground {
  readonly row: BroadcastRow;
  readonly rules: readonly DatedRule[];
  readonly merge: Merger | null;
  readonly at: Date;
}

interface Zone {
  recipients: number;
  segments: number;
  starts: number | null;
}

interface Sum {
  readonly zones: Map<string, Zone>;
  readonly empty: Map<string, number>;
  readonly bySegments: Map<number, number>;
  now: number;
  late: number;
  segments: number;
  least: number;
  most: number;
}

async function sumOf(ground: Ground, sample: readonly Sample[]): Promise<Sum> {
  const sum: Sum = {
    zones: new Map(),
    empty: new Map(),
    bySegments: new Map(),
    now: 0,
    late: 0,
    segments: 0,
    least: Number.POSITIVE_INFINITY,
    most: 0,
  };
  const goesAt = hours(ground);
  for (const [index, { contact }] of sample.entries()) {
    if (index % AT_A_TIME === 0) await setImmediate();
    addTo(sum, ground, contact, goesAt(contact));
  }
  return sum;
}

/**
 * When a person may get it at first, by the schedule and the hours where they live; `null`: too late. People of one place
 * have the same hours, and their consent was judged with the audience.
 */
function hours({
  row,
  rules,
  at,
}: Ground): (contact: ChunkContact) => { readonly at: number | null; readonly zone: string } {
  const known = new Map<string, { readonly at: number | null; readonly zone: string }>();
  const consented = {
    id: null,
    channel: 'any',
    kind: 'given',
    purpose: 'any',
    evidence: '',
    given_at: '1990-01-01T00:00:00Z',
    expires_on: null,
  } as const;
  return (contact) => {
    const phone = row.channel === 'text' ? contact.phone : null;
    const place = { state: contact.state, city: contact.city, zip_code: contact.zip_code, phone };
    const key = JSON.stringify([place.state, place.city, place.zip_code.slice(0, 5), phone?.slice(0, 5)]);
    const cached = known.get(key);
    if (cached !== undefined) return cached;
    const { from, until } = windowFor(row, place);
    const start = Math.max(from, at.getTime());
    const facts = { ...place, email: 'a@b.c', email_status: '', entries: [consented], alike: [] };
    const decision = decide(rules, row.channel === 'text' ? { ...facts, phone: phone ?? '+1' } : facts, {
      channel: row.channel,
      purpose: PURPOSE,
      at: new Date(start),
    });
    const first = decision.allowed ? start : decision.next_at === null ? null : Date.parse(decision.next_at);
    const goes = first === null || (until !== null && first >= until) ? null : first;
    const found = { at: goes, zone: whereabouts(place).zones[0] ?? 'UTC' };
    known.set(key, found);
    return found;
  };
}

function addTo(
  sum: Sum,
  { merge, at }: Ground,
  contact: ChunkContact,
  goes: { readonly at: number | null; readonly zone: string },
): void {
  const merged = merge?.(contact);
  if (merged !== undefined && merged.empty.length > 0) {
    for (const label of merged.empty) sum.empty.set(label, (sum.empty.get(label) ?? 0) + 1);
    return;
  }
  const segments = merged?.segments?.segments ?? 0;
  const zone = sum.zones.get(goes.zone) ?? { recipients: 0, segments: 0, starts: null };
  zone.recipients += 1;
  if (goes.at === null) sum.late += 1;
  else {
    zone.segments += segments;
    zone.starts = Math.min(zone.starts ?? goes.at, goes.at);
    if (goes.at <= at.getTime()) sum.now += 1;
    sum.segments += segments;
  }
  sum.zones.set(goes.zone, zone);
  if (merged === undefined) return;
  sum.least = Math.min(sum.least, merged.text.length);
  sum.most = Math.max(sum.most, merged.text.length);
  if (segments > 0) sum.bySegments.set(segments, (sum.bySegments.get(segments) ?? 0) + 1);
}

interface Frame {
  readonly at: Date;
  readonly recipients: number;
  readonly share: number;
  readonly pace: number | null;
  readonly price: number | null;
  readonly faults: string[];
}

function toDryRun(sum: Sum, { at, recipients, share, pace, price, faults }: Frame): DryRun {
  const scaled = (count: number) => Math.round(count * share);
  const zones = [...sum.zones].toSorted(([, a], [, b]) => (a.starts ?? Infinity) - (b.starts ?? Infinity));
  let free = 0;
  const segments = scaled(sum.segments);
  return {
    at: at.toISOString(),
    recipients,
    exact: share === 1,
    zones: zones.map(([zone, found]) => {
      // One after the other: a zone that opens while another is sent waits for it.
      const starts = found.starts === null ? null : Math.max(found.starts, free);
      const ends = starts === null ? null : starts + (pace === null ? 0 : (scaled(found.recipients) / pace) * 1_000);
      free = ends ?? free;
      return {
        zone,
        recipients: scaled(found.recipients),
        segments: scaled(found.segments),
        starts_at: starts === null ? null : new Date(starts).toISOString(),
        ends_at: ends === null ? null : new Date(ends).toISOString(),
      };
    }),
    now: scaled(sum.now),
    too_late: scaled(sum.late),
    empty_fields: MERGE_FIELDS.flatMap(({ name, label }) => {
      const held = sum.empty.get(label);
      return held === undefined ? [] : [{ name, label, recipients: scaled(held) }];
    }),
    by_segments: [...sum.bySegments]
      .toSorted(([a], [b]) => a - b)
      .map(([count, people]) => ({ segments: count, recipients: scaled(people) })),
    characters: { least: Number.isFinite(sum.least) ? sum.least : 0, most: sum.most },
    segments,
    cost: price === null ? null : Math.round(segments * price * 100) / 100,
    price,
    pace,
    faults,
  };
}
