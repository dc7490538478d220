import type { CallOutcome } from '#contract/phone/call.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { NewEvent } from './call-events.sql.ts';
import { inOrder, type StateFact } from './call-state.ts';
import { type CallRow, findPassedTo, findTalkingWith, nameOfNumber } from './calls.sql.ts';
import { findPersonName } from '../phone-people.sql.ts';
import { ownNumber } from './to-call.ts';

/** A transfer that this side is part of. */
interface Passing {
  /** `agent`: to the next one; `other`: this side talks with the next one since. */
  readonly by: 'agent' | 'other';
  readonly to: string;
  outcome: CallOutcome | null;
}

/**
 * Effect of transfers on a side, from its facts. Each transfer of this side may be followed by another one: a transfer
 * that comes back leads to the party before, who may have got this side by a transfer as well.
 */
export function passingOf(facts: readonly StateFact[]): Pick<CallRow, 'passed_to' | 'passed_outcome' | 'other_number'> {
  const passings: Passing[] = [];
  const lastBy = (by: Passing['by']) => passings.findLast((one) => one.by === by);
  for (const fact of inOrder(facts)) {
    if (fact.kind === 'transferred') passings.push({ by: 'agent', to: fact.to, outcome: null });
    if (fact.kind === 'passedOn') passings.push({ by: 'other', to: fact.to, outcome: null });
    if (fact.kind === 'taken') {
      const taken = passings.findLast(({ to, outcome }) => to === fact.to && outcome === null);
      if (taken !== undefined) taken.outcome = fact.outcome;
    }
    const last = lastBy('other');
    if (fact.kind === 'answered' && last !== undefined) last.outcome ??= 'completed';
    // Without an outcome: the other side's transfer came back.
    if (fact.kind === 'returned' && !('outcome' in fact) && last !== undefined) {
      passings.splice(passings.lastIndexOf(last), 1);
    }
  }
  return {
    passed_to: lastBy('agent')?.to ?? null,
    passed_outcome: passings.at(-1)?.outcome ?? null,
    other_number: lastBy('other')?.to ?? null,
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
