import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { CallFact } from '../calls/call-facts.ts';
import { type CallRow, lockCall } from '../calls/calls.sql.ts';
import { findEvents, type FoundEvent } from '../calls/call-events.sql.ts';
import { lineOf } from '../calls/line-of.ts';
import { promptLanguage } from './prompt-language.ts';
import { eventOf, noteEvents } from '../calls/note-fact.service.ts';
import { findLanguage } from './recordings.sql.ts';

type Use = Pick<Deps, 'pool' | 'now' | 'voiceLine' | 'log'>;

/**
 * Consequences of a fact about a call: a recording locked by rule is announced as soon as someone answers, also after a
 * transfer, and starts after the disclaimer; where a rule requires consent, the answer comes first.
 */
export async function followRecording(deps: Use, call: CallRow, { kind }: Pick<CallFact, 'kind'>): Promise<void> {
  const { sid } = call;
  if (sid === null || call.status !== 'active') return;
  if (kind === 'answered' && isDue(call)) await trying(deps, call, () => announce(deps, call, sid));
  if (kind === 'announced' && call.recording === 'announcing') {
    await trying(deps, call, async () => (await lineOf(deps, deps.voiceLine, call)).record(sid, 'start'));
  }
  if (kind === 'reconnected' && call.line === 'twilio') await trying(deps, call, () => goOn(deps, call, sid));
}

/** What is known of a recording. A carrier's own stop came with the end of the agent's leg. */
const TOLD = ['recordingStarted', 'recordingPaused', 'recordingResumed', 'recordingStopped', 'recordingFailed'];
const isOfCarrier = ({ event_key: key, kind }: FoundEvent) => kind === 'recordingStopped' && key.startsWith('RE');

/** A carrier records the agent's leg: a recording that ended with one starts again on the next. */
async function goOn(deps: Use, call: CallRow, sid: string): Promise<void> {
  if (call.recording === 'announcing') return announce(deps, call, sid, () => true);
  const { id, account_id: accountId } = call;
  const told = await withAccount(deps.pool, { accountId }, (tx) => findEvents(tx, id, TOLD));
  const ordered = told.filter((event) => !isOfCarrier(event)).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  if (['recordingStarted', 'recordingResumed'].includes(ordered.at(-1)?.kind ?? '')) {
    await (await lineOf(deps, deps.voiceLine, call)).record(sid, 'start');
  }
}

const isDue = ({ status, recording, recording_mode: mode }: CallRow): boolean =>
  status === 'active' && mode === 'locked' && (recording === 'off' || recording === 'kept');

/** Once: a second attempt finds it started. */
async function announce(deps: Use, call: CallRow, sid: string, isWanted = isDue): Promise<void> {
  const { id, account_id: accountId } = call;
  const at = deps.now();
  const language = await withAccount(deps.pool, { accountId }, async (tx) => {
    const now = await lockCall(tx, id);
    if (now === null || !isWanted(now)) return undefined;
    await noteEvents(tx, id, [eventOf({ key: `announcing-${at.getTime()}`, kind: 'announcing', at })], at);
    return findLanguage(tx, now.contact_id);
  });
  if (language === undefined) return;
  await (await lineOf(deps, deps.voiceLine, call)).announce(sid, promptLanguage(language));
}

/** A call continues if it can't be recorded; its agent is notified. */
async function trying(deps: Use, { id, account_id: accountId }: CallRow, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.error({ err: error, call_id: id }, 'a call could not be recorded');
    const at = deps.now();
    const failed = { key: `follow-${at.getTime()}`, kind: 'recordingFailed', at, reason: UNRECORDED } as const;
    await withAccount(deps.pool, { accountId }, (tx) => noteEvents(tx, id, [eventOf(failed)], at));
  }
}

const UNRECORDED = "The phone line couldn't complete the request.";
