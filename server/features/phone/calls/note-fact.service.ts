import { MISSED_OUTCOMES } from '#contract/phone/call.contract.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { tellLines } from '../../messages/tell-lines.ts';
import type { CallFact } from './call-facts.ts';
import { tellAnswered, tellCall, tellContact } from './tell-call.ts';
import { findEvents, insertEvents, type FoundEvent, type NewEvent } from './call-events.sql.ts';
import { answerOf, type CallState, ringOutcomes, STATE_KINDS, type StateFact, stateOf } from './call-state.ts';
import {
  type CallPatch,
  type CallRow,
  changeCall,
  changeRings,
  findAccountOfCall,
  findRings,
  lockCall,
  readCall,
} from './calls.sql.ts';
import { onlyMatch } from '../numbers/find-by-number.service.ts';
import { ruleOfKnown } from './call-rule.ts';
import { keepNote } from './keep-note.service.ts';
import { tellMinutes } from '../minutes/minutes.service.ts';
import { tellMissed } from './tell-missed.ts';
import { passingNews, passingOf } from './passing-on.ts';
import { findViewer } from '../phone-people.sql.ts';

type Use = Pick<Deps, 'pool' | 'now'>;

export interface Noted {
  readonly call: CallRow;
  /** True when a reported fact was new. */
  readonly isNew: boolean;
}

/**
 * Records facts from a line and returns the updated call; known facts change nothing. `null` when the call doesn't
 * exist.
 */
export async function noteFact(deps: Use, callId: number, fact: CallFact): Promise<Noted | null> {
  const accountId = await findAccountOfCall(deps.pool, callId);
  if (accountId === null) return null;
  return withAccount(deps.pool, { accountId }, (tx) => noteEvents(tx, callId, [eventOf(fact)], deps.now()));
}

/** Only the number of digits is recorded, never which: they may belong to a card or a PIN. */
export function eventOf(fact: StateFact): NewEvent {
  const { key, at, kind, ...said } = fact;
  const body = fact.kind === 'digits' ? { count: fact.digits.length } : said;
  return { key, at, kind, body, userId: actorOf(fact) };
}

/** User who did it; `null`: the line, the other party, or the owner of the call. */
const actorOf = (fact: StateFact): number | null => {
  if (fact.kind === 'answered') return fact.agent?.userId ?? null;
  return fact.kind === 'rejectedBy' ? fact.userId : null;
};

/**
 * Records events of a call, each once, with the consequences of all of them: its state, its outcome for each agent, and
 * at the end the contact's note. Returns the call afterwards; `null`: no such call.
 */
export async function noteEvents(tx: Tx, callId: number, events: readonly NewEvent[], at: Date): Promise<Noted | null> {
  const call = await lockCall(tx, callId, await contactsToGet(tx, callId, events));
  if (call === null) return null;
  const fresh = await insertEvents(tx, callId, events);
  const isNew = fresh.length > 0;
  if (!fresh.some((kind) => STATE_KINDS.has(kind))) return { call, isNew };
  const facts = (await findEvents(tx, callId, [...STATE_KINDS])).map(toFact);
  // A call that came back is news, though its row may be as before.
  const patch = (await patchOf(tx, call, facts)) ?? (fresh.includes('returned') ? {} : null);
  if (patch === null) return { call, isNew };
  const changed = await changeCall(tx, callId, patch);
  // Runs again for late facts: an answer says whose call it was.
  if (changed.status === 'ended') await finish(tx, changed, at);
  await tellCall(tx, changed);
  if (changed.user_id !== call.user_id) await tellAnswered(tx, changed);
  if (changed.status === 'active' && call.status !== 'active') await tellContact(tx, changed);
  if (changed.status !== call.status) await tellThread(tx, changed);
  for (const { callId: id, event } of await passingNews(tx, changed, fresh, at)) await noteEvents(tx, id, [event], at);
  return { call: changed, isNew };
}

/** Contacts that an inbound call may get when one of these events reports an answer, or an end without one. */
async function contactsToGet(tx: Tx, callId: number, events: readonly NewEvent[]): Promise<readonly number[]> {
  const userId = events.find(({ kind }) => kind === 'answered')?.userId ?? null;
  const call = userId !== null || events.some(({ kind }) => kind === 'ended') ? await readCall(tx, callId) : null;
  if (call?.direction !== 'inbound' || call.contact_id !== null) return [];
  const found = [
    userId === null ? null : await matchFor(tx, userId, call),
    call.user_id === null ? await missedFrom(tx, call) : null,
  ];
  return [...new Set(found.filter((contact) => contact !== null))];
}

/** The contact of a missed call: the only one with its number that the users it rang can see. `null`: none, or several. */
async function missedFrom(tx: Tx, call: CallRow): Promise<number | null> {
  const found = new Set<number>();
  for (const userId of await findRings(tx, call.id)) {
    const contact = await matchFor(tx, userId, call);
    if (contact !== null) found.add(contact);
  }
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

/** The thread of its contact has a line of the call; a missed one is unread. */
async function tellThread(tx: Tx, { direction, outcome, contact_id: contactId, ...call }: CallRow): Promise<void> {
  if (contactId === null) return;
  const isUnread = direction === 'inbound' && outcome !== null && MISSED_OUTCOMES.includes(outcome);
  const phone = direction === 'inbound' ? call.from_number : call.to_number;
  await tellLines(tx, call.account_id, contactId, { newAt: call.created_at, phone, isUnread });
}

/** The only contact with the caller's number that this user sees. */
async function matchFor(tx: Tx, userId: number, call: CallRow): Promise<number | null> {
  const viewer = await findViewer(tx, userId);
  return viewer === null ? null : onlyMatch(tx, viewer, call.from_number);
}

const toFact = ({ event_key: key, kind, body, at }: FoundEvent): StateFact => ({ ...body, key, kind, at }) as StateFact;

/** Changes of the row; `null`: none. */
async function patchOf(tx: Tx, call: CallRow, facts: readonly StateFact[]): Promise<CallPatch | null> {
  const whose = call.direction === 'inbound' ? await inboundPatch(tx, call, facts) : {};
  const asks = whose.recording_asks ?? call.recording_asks;
  const patch = { ...stateOf(facts, asks), ...passingOf(facts), ...whose };
  const isSame = Object.entries(patch).every(([column, value]) => isEqual(call[column as keyof CallState], value));
  return isSame ? null : patch;
}

const isEqual = (before: unknown, after: unknown): boolean =>
  before instanceof Date && after instanceof Date ? before.getTime() === after.getTime() : before === after;

/** Owner of an inbound call, and its contact where that is unambiguous. */
async function inboundPatch(tx: Tx, call: CallRow, facts: readonly StateFact[]): Promise<CallPatch> {
  await changeRings(tx, call.id, ringOutcomes(facts, await findRings(tx, call.id)));
  const agent = answerOf(facts)?.agent ?? null;
  if (agent === null && call.contact_id === null && facts.some(({ kind }) => kind === 'ended')) {
    const contact = await missedFrom(tx, call);
    return contact === null ? {} : { contact_id: contact };
  }
  if (agent === null || agent.userId === call.user_id) return {};
  const contact = call.contact_id ?? (await matchFor(tx, agent.userId, call));
  const rule = contact === null || contact === call.contact_id ? {} : await ruleOfKnown(tx, call, contact);
  return { user_id: agent.userId, actor_id: agent.actorId, contact_id: contact, ...rule };
}

async function finish(tx: Tx, call: CallRow, at: Date): Promise<void> {
  await keepNote(tx, call, at);
  await tellMissed(tx, call, at);
  if (call.user_id !== null && call.answered_at !== null) await tellMinutes(tx, call.account_id, call.user_id, at);
}
