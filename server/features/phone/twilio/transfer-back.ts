import { askTwilio, TwilioRefusal } from '../../../adapters/twilio-rest.ts';
import type { CallOutcome } from '#contract/phone/call.contract.ts';
import { findAccountOfCall, lockCall } from '../calls/calls.sql.ts';
import { withAccount } from '../../../db/tx.ts';
import { type Form, isFinal, outcomeOfTransfer } from './twilio-facts.ts';
import type { Told, Use } from './twilio-step.ts';
import * as twiml from './twilio-twiml.ts';

/** The agent who transfers, and waits. */
export type Back = Readonly<Record<'back' | 'room' | 'agent' | 'once', string>>;

/** In what an address of ours says. `back`: the call of the agent; `null`: this is no transfer. */
export function backOf({ back = '', room = '', agent = '', once = '' }: Form): Back | null {
  return /^[1-9]\d{0,14}$/u.test(back) && agent !== '' && room !== '' ? { back, room, agent, once } : null;
}

const END = { kind: 'ended', outcome: 'completed', reason: '', seconds: null } as const;

/** The next one has answered: the agent leaves. Also where only the end of their talk was told. */
export async function handOver(use: Use, back: Back, at: Date): Promise<void> {
  await use.note(Number(back.back), { ...END, key: `passedOn:${back.once}`, at, by: 'agent' });
  await endAgent(use, back);
}

/** The dial of a transfer is over. */
export async function afterTransfer(use: Use, { said, form, now }: Told, back: Back): Promise<string> {
  const outcome = outcomeOfTransfer(form, said['in'] !== undefined);
  if (outcome === null) {
    await handOver(use, back, now);
    return twiml.waitingToBeMoved();
  }
  if (!isFinal(form)) return comeBack(use, back, outcome, now);
  // The caller hung up while it rang: the agent waits for no one.
  await use.note(Number(back.back), { ...END, key: `alone:${back.once}`, at: now, by: 'other' });
  await endAgent(use, back);
  return twiml.hangingUp();
}

/**
 * No one took the call: the caller meets the agent again, who may have left before. Noted first: the end of the agent's
 * leg that is told after that ends the caller's, too.
 */
export async function comeBack(use: Use, back: Back, outcome: CallOutcome, at: Date): Promise<string> {
  const id = Number(back.back);
  if (await isOver(use, id)) return twiml.sayingNo(twiml.NOBODY);
  await use.note(id, { key: `returned:${back.once}`, at, kind: 'returned', outcome });
  if (await isLiving(use, back)) return twiml.meeting(back.room);
  await use.note(id, { ...END, key: `left:${back.once}`, at, by: 'agent' });
  return twiml.sayingNo(twiml.NOBODY);
}

async function isOver({ deps }: Use, callId: number): Promise<boolean> {
  const accountId = await findAccountOfCall(deps.pool, callId);
  if (accountId === null) return true;
  const call = await withAccount(deps.pool, { accountId }, (tx) => lockCall(tx, callId));
  return call === null || call.status === 'ended';
}

/** A carrier that doesn't say so counts as a yes: the end of the leg will be told. */
async function isLiving({ deps }: Use, { agent }: Back): Promise<boolean> {
  const { twilio } = deps.config;
  if (twilio === null) return false;
  try {
    const response = await askTwilio(twilio, { what: 'a call', path: `Calls/${agent}.json`, withinMs: ASK_MS });
    const { status } = (await response.json()) as { status: string };
    return !isFinal({ CallStatus: status });
  } catch (error) {
    deps.log.warn({ err: error }, 'the leg of a transferring agent');
    return !(error instanceof TwilioRefusal && error.status === 404);
  }
}

/** Milliseconds while the caller waits for what we answer. Ours. */
const ASK_MS = 5_000;

/** Their page ends the leg as well, once its call is over. */
async function endAgent({ deps }: Use, { agent }: Back): Promise<void> {
  const { twilio } = deps.config;
  if (twilio === null) return;
  const asked = { what: 'to end a leg', path: `Calls/${agent}.json`, form: { Status: 'completed' }, withinMs: ASK_MS };
  await askTwilio(twilio, asked).catch((error: unknown) =>
    deps.log.info({ err: error }, 'the leg of a transferring agent'),
  );
}
