import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { CallFact } from '../calls/call-facts.ts';
import { type CallRow, lockCall } from '../calls/calls.sql.ts';
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
    await trying(deps, call, () => deps.voiceLine.record(sid, 'start'));
  }
}

const isDue = ({ status, recording, recording_mode: mode }: CallRow): boolean =>
  status === 'active' && mode === 'locked' && (recording === 'off' || recording === 'kept');

/** Once: a second attempt finds it started. */
async function announce(deps: Use, { id, account_id: accountId }: CallRow, sid: string): Promise<void> {
  const at = deps.now();
  const language = await withAccount(deps.pool, { accountId }, async (tx) => {
    const call = await lockCall(tx, id);
    if (call === null || !isDue(call)) return undefined;
    await noteEvents(tx, id, [eventOf({ key: `announcing-${at.getTime()}`, kind: 'announcing', at })], at);
    return findLanguage(tx, call.contact_id);
  });
  if (language !== undefined) await deps.voiceLine.announce(sid, promptLanguage(language));
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
