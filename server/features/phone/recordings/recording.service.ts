import { randomUUID } from 'node:crypto';
import type { Call } from '#contract/phone/call.contract.ts';
import { lockedSentence } from '#rules/compliance/recording-rule.ts';
import type { VoiceLine } from '../../../adapters/voice/voice-line.ts';
import { writeAudit } from '../../../audit.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Caller } from '../../contacts/contacts.service.ts';
import { askLine, requireTalking } from '../calls/call-controls.service.ts';
import { findEvents } from '../calls/call-events.sql.ts';
import type { StateFact } from '../calls/call-state.ts';
import type { CallRow } from '../calls/calls.sql.ts';
import { promptLanguage } from './prompt-language.ts';
import { eventOf, noteEvents } from '../calls/note-fact.service.ts';
import { callNow } from '../calls/own-call.ts';
import { findLanguage } from './recordings.sql.ts';

type Bare<Fact> = Fact extends unknown ? Omit<Fact, 'key' | 'at'> : never;

interface Step {
  /** Request to the line; `null`: none. */
  readonly ask: ((line: VoiceLine, sid: string) => Promise<void>) | null;
  readonly happened: Bare<StateFact>;
  readonly audit: string;
}

/**
 * Plays the disclaimer to both sides; what is recorded then follows from the rule (`followRecording`).
 * @throws {Refusal} `not_found`, `conflict` when it is recorded already, `unavailable`
 */
export async function startDisclaimer(deps: Deps, caller: Caller, id: number): Promise<Call> {
  const call = await requireTalking(deps, caller.identity, id);
  if (call.recording === 'announcing') throw new Refusal('conflict', 'The announcement is playing.');
  if (call.recording === 'recording' || call.recording === 'paused') {
    throw new Refusal('conflict', 'This call is already being recorded.');
  }
  const language = await withAccount(deps.pool, caller.identity, (tx) => findLanguage(tx, call.contact_id));
  return take(deps, caller, call, {
    ask: (line, sid) => line.announce(sid, promptLanguage(language)),
    happened: { kind: 'announcing' },
    audit: 'recording.announced',
  });
}

/**
 * @throws {Refusal} `not_found`, `conflict` when the disclaimer wasn't heard or the party didn't agree, `unavailable`
 */
export async function resumeRecording(deps: Deps, caller: Caller, id: number): Promise<Call> {
  const call = await requireTalking(deps, caller.identity, id);
  const isPaused = call.recording === 'paused';
  if (!isPaused) await requireHeard(deps, caller, call);
  if (call.recording === 'recording') return readNow(deps, caller, id);
  return take(deps, caller, call, {
    ask: (line, sid) => line.record(sid, isPaused ? 'resume' : 'start'),
    happened: { kind: isPaused ? 'recordingResumed' : 'recordingStarted' },
    audit: 'recording.resumed',
  });
}

/** @throws {Refusal} `not_found`, `conflict`, `refused` where a rule forbids it, `unavailable` */
export async function pauseRecording(deps: Deps, caller: Caller, id: number): Promise<Call> {
  const call = await requireTalking(deps, caller.identity, id);
  requireUnlocked(call);
  if (call.recording === 'paused') return readNow(deps, caller, id);
  requireRecorded(call);
  return take(deps, caller, call, {
    ask: (line, sid) => line.record(sid, 'pause'),
    happened: { kind: 'recordingPaused' },
    audit: 'recording.paused',
  });
}

/** @throws {Refusal} `not_found`, `conflict`, `refused` where a rule forbids it, `unavailable` */
export async function stopRecording(deps: Deps, caller: Caller, id: number): Promise<Call> {
  const call = await requireTalking(deps, caller.identity, id);
  requireUnlocked(call);
  if (call.recording !== 'paused') requireRecorded(call);
  return take(deps, caller, call, {
    ask: (line, sid) => line.record(sid, 'stop'),
    // The line reports the duration.
    happened: { kind: 'recordingStopped', seconds: 0 },
    audit: 'recording.stopped',
  });
}

/** @throws {Refusal} `not_found`, `conflict` when no one was asked, `unavailable` */
export async function answerConsent(deps: Deps, caller: Caller, id: number, agreed: boolean): Promise<Call> {
  const call = await requireTalking(deps, caller.identity, id);
  if (call.recording !== 'asking') throw new Refusal('conflict', "Consent to record hasn't been requested.");
  return take(deps, caller, call, {
    ask: agreed ? (line, sid) => line.record(sid, 'start') : null,
    happened: { kind: agreed ? 'agreed' : 'declined' },
    audit: 'recording.consentAnswered',
  });
}

/**
 * The line first, then the record: an unreachable line leaves no trace. The time is from before the request, so that
 * the line's reports come after it.
 */
async function take(
  deps: Deps,
  { identity, requestId }: Caller,
  call: Awaited<ReturnType<typeof requireTalking>>,
  { ask, happened, audit }: Step,
): Promise<Call> {
  const at = deps.now();
  if (ask !== null) await askLine(deps, call, ask);
  return withAccount(deps.pool, identity, async (tx) => {
    const fact = { ...happened, key: randomUUID(), at } as StateFact;
    await noteEvents(tx, call.id, [{ ...eventOf(fact), userId: identity.userId }], deps.now());
    await writeAudit(tx, identity, requestId, { action: audit, subjectType: 'call', subjectId: call.id });
    return callNow(tx, identity, call.id);
  });
}

const readNow = (deps: Deps, { identity }: Caller, id: number): Promise<Call> =>
  withAccount(deps.pool, identity, (tx) => callNow(tx, identity, id));

/** @throws {Refusal} `refused` with the reason and the rule. */
function requireUnlocked({ recording_mode: mode, recording_rule: rule }: CallRow): void {
  const locked = lockedSentence({ mode, rule });
  if (locked !== null) throw new Refusal('refused', locked);
}

/** @throws {Refusal} `conflict` */
function requireRecorded({ recording }: CallRow): void {
  if (recording !== 'recording') throw new Refusal('conflict', "This call isn't recorded.");
}

/** Requires that the party on the line has heard the whole disclaimer. @throws {Refusal} `conflict` */
async function requireHeard({ pool }: Deps, { identity }: Caller, call: CallRow): Promise<void> {
  const known = await withAccount(pool, identity, (tx) => findEvents(tx, call.id, ['answered', 'announced']));
  const last = (kind: string) => Math.max(0, ...known.filter((one) => one.kind === kind).map(({ at }) => at.getTime()));
  const heardAt = last('announced');
  if (heardAt === 0 || heardAt < last('answered'))
    throw new Refusal('conflict', 'Play the recording announcement first.');
  if (call.recording_asks && call.recording_agreed !== true) {
    throw new Refusal('conflict', "The other party hasn't consented to recording.");
  }
}
