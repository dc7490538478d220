import { Readable } from 'node:stream';
import type { CurrentUser } from '#contract/session.contract.ts';
import { durationText } from '#rules/time/duration-text.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { NO_ADDRESS } from '#rules/places/whereabouts.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockText, wallClocks } from '#rules/time/zoned-time.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { retentionOfCall } from '../compliance/recording-rule.ts';
import { callWith, type CalledContact, type DemoCall, demoCall, type DemoCaller, spendMinutes } from './demo-calls.ts';
import { findCalled, insertDemoCalls, insertDemoRecording } from './demo-calls.sql.ts';
import { demoDialerOf, numberOf, teamLine, teamOf } from './demo-dialers.ts';
import { findPeopleIds, insertDemoDialers } from './demo-dialers.sql.ts';
import type { DemoAgency } from './demo-people.ts';
import { demoRecording } from './demo-recording.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** Numbers of calls, for the user that newcomers sign in as and for everyone else. */
const OWN_CALLS = 40;
const OTHERS_CALLS = 10;
/** Seconds of the recordings, newest call first. */
const RECORDED = [18, 14, 22] as const;
/** Seconds from the answer to the end of the disclaimer. */
const DISCLAIMER = 4;

interface Making {
  readonly seed: number;
  readonly now: Date;
  /** `null`: recordings are left out. */
  readonly storage: Storage | null;
}

type People = ReadonlyMap<string, DemoCaller>;

/** Numbers, minutes, and a history of calls that newcomers find. */
export async function insertDemoPhone(tx: Tx, accountId: number, agency: DemoAgency, making: Making): Promise<void> {
  const { seed, now, storage } = making;
  await insertDemoDialers(tx, accountId, agency, now);
  const people = await peopleOf(tx, accountId, agency);
  const [first = ''] = teamOf(agency);
  const most = { userId: people.get(first)?.id ?? 0, calls: OWN_CALLS };
  const contacts = await findCalled(tx, accountId, most, OTHERS_CALLS);
  const random = seededRandom(seed);
  const calls = [
    ...[...people.values()].flatMap((caller) => callsOf(random, caller, contacts, now)),
    ...callsAmong(random, agency, people, now),
  ];
  const recorded = storage === null ? [] : recordedOf(calls, most.userId);
  const cut = new Map(recorded.map(({ call, seconds }) => [call.sid, cutTo(call, seconds + DISCLAIMER)]));
  const made = calls.map((call) => cut.get(call.sid) ?? call);
  await insertDemoCalls(
    tx,
    accountId,
    made,
    made.flatMap((call) => eventsOf(call, cut.has(call.sid))),
  );
  if (storage === null) return;
  const { zone = '' } = people.get(first) ?? {};
  for (const one of recorded) await record(tx, accountId, storage, { ...one, zone });
}

async function peopleOf(tx: Tx, accountId: number, agency: DemoAgency): Promise<People> {
  const ids = await findPeopleIds(tx, accountId);
  return new Map(
    ids.map(({ id, username, timezone }) => [
      username,
      {
        id,
        number: numberOf(agency, username),
        zone: IANA_ZONES[timezone as CurrentUser['timezone']],
        spent: demoDialerOf(username)?.spent ?? 0,
      },
    ]),
  );
}

function callsOf(random: SeededRandom, caller: DemoCaller, all: readonly CalledContact[], now: Date): DemoCall[] {
  const contacts = all.filter(({ owner_id: owner }) => owner === caller.id);
  if (caller.spent > 0) return spendMinutes(random, caller, contacts, now);
  return contacts.map((contact) => callWith(random, caller, contact));
}

const HOUR_MS = 3_600_000;

/** The manager calls the first agent of the team; two strangers call the whole team, and one of them is missed. */
function callsAmong(random: SeededRandom, agency: DemoAgency, people: People, now: Date): DemoCall[] {
  const team = teamOf(agency).flatMap((username) => people.get(username) ?? []);
  const [agent] = team;
  const lead = people.get(agency.people.find(({ roles }) => roles.includes('manager'))?.username ?? '');
  if (agent === undefined || lead === undefined) return [];
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const asked = demoCall(random, {
    agent: lead,
    other: agent.number,
    direction: 'outbound',
    seconds: 185,
    purpose: 'service',
    created_at: ago(26),
  });
  const { conversation } = asked;
  const heard = demoCall(random, {
    agent,
    other: lead.number,
    direction: 'inbound',
    seconds: 185,
    purpose: 'service',
    created_at: ago(26),
    conversation,
  });
  const toTeam = (other: string, hours: number, outcome: 'completed' | 'no_answer') =>
    demoCall(random, {
      agent,
      other,
      direction: 'inbound',
      outcome,
      seconds: 96,
      created_at: ago(hours),
      to_number: teamLine(agency),
      rings: team.map(({ id }) => ({
        user_id: id,
        outcome: outcome === 'completed' && id === agent.id ? 'answered' : 'missed',
      })),
    });
  return [asked, heard, toTeam('+19565550127', 3, 'no_answer'), toTeam('+18065550188', 28, 'completed')];
}

interface Recorded {
  readonly call: DemoCall;
  readonly seconds: number;
}

/** Latest calls of a user with contacts. */
const recordedOf = (calls: readonly DemoCall[], userId: number): Recorded[] =>
  calls
    .filter((call) => call.user_id === userId && call.contact_id !== null && call.outcome === 'completed')
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
    .slice(0, RECORDED.length)
    .map((call, place) => ({ call, seconds: RECORDED[place] ?? 0 }));

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);

const cutTo = (call: DemoCall, seconds: number): DemoCall => ({
  ...call,
  seconds,
  ended_at: later(call.answered_at ?? call.created_at, seconds),
});

/** Facts that the line would have reported. */
function eventsOf(call: DemoCall, isRecorded: boolean) {
  const { sid, user_id: userId, answered_at: answeredAt, ended_at: endedAt, outcome, direction } = call;
  const told = (kind: string, at: Date, body: object = {}, by: number | null = null) => ({
    sid,
    key: kind,
    kind,
    body,
    user_id: by,
    at,
  });
  const agent =
    direction === 'inbound' && userId !== null ? { accountId: 0, userId, actorId: userId, sessionId: 0 } : null;
  const by = outcome === 'cancelled' || outcome === 'rejected' || outcome === 'busy' ? 'other' : 'agent';
  return [
    ...(direction === 'outbound' ? [told('asked', call.created_at, {}, userId), told('dialled', call.created_at)] : []),
    told('ringing', later(call.created_at, 1)),
    ...(answeredAt === null ? [] : [told('answered', answeredAt, { agent }, agent?.userId ?? null)]),
    ...(answeredAt === null || !isRecorded
      ? []
      : [
          told('announcing', later(answeredAt, 1)),
          told('announced', later(answeredAt, DISCLAIMER)),
          told('recordingStarted', later(answeredAt, DISCLAIMER)),
          told('recordingStopped', endedAt, { seconds: call.seconds - DISCLAIMER }),
          told('kept', later(endedAt, 1)),
        ]),
    told('ended', endedAt, {
      outcome,
      by: outcome === 'no_answer' ? 'line' : by,
      reason: '',
      seconds: answeredAt === null ? null : call.seconds,
    }),
  ];
}

/** Stored like the gateway does; its name contains the start in the agent's local time. */
async function record(
  tx: Tx,
  accountId: number,
  storage: Storage,
  { call, seconds, zone }: Recorded & { readonly zone: string },
): Promise<void> {
  const { content, peaks } = demoRecording(seconds);
  const { sid, to_number: to, from_number: from, direction, purpose } = call;
  const key = `rec-demo-${sid}`;
  await storage.save(key, Readable.from([content]));
  const began = call.answered_at ?? call.created_at;
  const { day, minute } = wallClocks()(zone, began.getTime());
  const [year, month, date] = day.split('-');
  const other = direction === 'outbound' ? to : from;
  await insertDemoRecording(tx, accountId, {
    sid,
    key,
    name: `Call ${month}-${date}-${year} ${clockText(minute).replace(':', '.')}.wav`,
    description: `${direction === 'outbound' ? 'Outgoing call to' : 'Incoming call from'} ${formatPhone(other)}, ${durationText(seconds)}`,
    bytes: content.length,
    seconds,
    peaks,
    announcedAt: later(began, DISCLAIMER),
    kept: await retentionOfCall(tx, { ...NO_ADDRESS, phone: other, purpose, day: began.toISOString().slice(0, 10) }),
  });
}
