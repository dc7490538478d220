import type { CallOutcome } from '#contract/phone/call.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { NewEvent } from './call-events.sql.ts';
import type { StateFact } from './call-state.ts';
import { type CallRow, findPassedTo, findTalkingWith, nameOfNumber } from './calls.sql.ts';
import { findPersonName } from '../phone-people.sql.ts';
import { ownNumber } from './to-call.ts';

/** Effect of a transfer on a side, from its facts. */
export function passingOf(facts: readonly StateFact[]): Pick<CallRow, 'passed_to' | 'passed_outcome' | 'other_number'> {
  const inTime = facts.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const lastOf = <Kind extends StateFact['kind']>(kind: Kind) =>
    inTime.findLast((fact): fact is Extract<StateFact, { readonly kind: Kind }> => fact.kind === kind) ?? null;
  const [transferred, returned, taken] = [lastOf('transferred'), lastOf('returned'), lastOf('taken')];
  const before = lastOf('passedOn');
  const passed = before !== null && returned !== null && returned.at >= before.at ? null : before;
  const since = Math.max(transferred?.at.getTime() ?? 0, passed?.at.getTime() ?? 0);
  const isAnswered = passed !== null && inTime.some(({ kind, at }) => kind === 'answered' && at > passed.at);
  const isPassed = transferred !== null || passed !== null;
  const outcome = isPassed && taken !== null && taken.at.getTime() >= since ? taken.outcome : null;
  return {
    passed_to: transferred?.to ?? null,
    passed_outcome: outcome ?? (isAnswered ? 'completed' : null),
    other_number: passed?.to ?? null,
  };
}

interface OfSide {
  readonly callId: number;
  readonly event: NewEvent;
}

/** Effect of one side's news on the others of its conversation in this account. */
export async function passingNews(tx: Tx, call: CallRow, fresh: readonly string[], at: Date): Promise<OfSide[]> {
  if (fresh.includes('transferred') && call.passed_to !== null) return passedOn(tx, call, call.passed_to, at);
  if (fresh.includes('returned') && call.passed_to !== null) return cameBack(tx, call, call.passed_to, at);
  if (call.direction !== 'inbound') return [];
  if (fresh.includes('answered') && call.answered_at !== null) return taken(tx, call, 'completed', at);
  const isUntaken = fresh.includes('ended') && call.answered_at === null && call.outcome !== null;
  return isUntaken ? taken(tx, call, call.outcome, at) : [];
}

/** Reported to the party that talked with the leaving agent. */
async function passedOn(tx: Tx, call: CallRow, to: string, at: Date): Promise<OfSide[]> {
  const others = await findTalkingWith(tx, call, ownNumber(call));
  if (others.length === 0) return [];
  const by = call.user_id === null ? '' : await findPersonName(tx, call.user_id);
  const body = { to, name: await nameOfNumber(tx, to), by };
  const event = { key: `passedOn-${call.id}-${at.getTime()}`, kind: 'passedOn', at, body, userId: null };
  return others.map((callId) => ({ callId, event }));
}

/** Reported to the party that no one took: it talks with the same agent again. */
async function cameBack(tx: Tx, call: CallRow, to: string, at: Date): Promise<OfSide[]> {
  const others = await findTalkingWith(tx, call, to);
  if (others.length === 0) return [];
  const by = call.user_id === null ? '' : await findPersonName(tx, call.user_id);
  const event = { key: `returned-${call.id}-${at.getTime()}`, kind: 'returned', at, body: { by }, userId: null };
  return others.map((callId) => ({ callId, event }));
}

/** Reported to the transferring and the transferred party: if no one answered, it ends their call. */
async function taken(tx: Tx, call: CallRow, outcome: CallOutcome, at: Date): Promise<OfSide[]> {
  const number = ownNumber(call);
  const waiting = await findPassedTo(tx, call.conversation, number);
  if (waiting.length === 0) return [];
  const body = { to: number, name: await nameOfNumber(tx, number), outcome };
  const event = { key: `taken-${call.id}`, kind: 'taken', at, body, userId: null };
  return waiting.map((callId) => ({ callId, event }));
}
