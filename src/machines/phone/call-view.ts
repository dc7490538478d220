import type { CallRecording } from '#contract/phone/call.contract.ts';
import { contactIdOf } from './call-context.ts';
import type { CallSnapshot } from './call.machine.ts';
import type { CallView, EndedView, IncomingView, RecordingView } from './line-view.ts';

const STAGES: readonly CallView['stage'][] = ['validating', 'quota', 'dialling', 'ringing', 'active', 'ending'];

const recordingOf = (recording: CallRecording | undefined, busy: boolean): RecordingView => ({
  state: recording?.state ?? 'off',
  busy,
  locked: recording?.locked ?? null,
});

export function callViewOf(snapshot: CallSnapshot): CallView {
  const { context } = snapshot;
  const { key, callId, direction, activeSince, digits, contacts, call } = context;
  return {
    key,
    callId,
    direction,
    number: call?.other_number ?? context.number,
    stage: STAGES.find((stage) => snapshot.hasTag(stage)) ?? 'validating',
    activeSince,
    muted: snapshot.hasTag('muted'),
    held: call?.held ?? false,
    recording: recordingOf(call?.recording, snapshot.hasTag('recordingBusy')),
    quality: snapshot.hasTag('reconnecting') ? 'reconnecting' : snapshot.hasTag('poor') ? 'poor' : 'good',
    digits,
    contacts,
    contactId: contactIdOf(context),
    call,
  };
}

export function incomingViewOf(snapshot: CallSnapshot): IncomingView {
  const { context } = snapshot;
  const { key, callId, number, to, contacts, call } = context;
  return {
    key,
    callId,
    from: number,
    to,
    contacts,
    contactId: contactIdOf(context),
    answering: snapshot.hasTag('answering'),
    lookedUp: snapshot.hasTag('lookedUp'),
    call,
  };
}

/** Milliseconds of a second. */
const SECOND_MS = 1_000;

export function endedViewOf({ context }: CallSnapshot, now: number): EndedView {
  const { key, callId, activeSince, end, direction, call } = context;
  return {
    key,
    callId,
    direction,
    number: call?.other_number ?? context.number,
    end,
    seconds: activeSince === null ? 0 : Math.floor(Math.max(0, now - activeSince) / SECOND_MS),
    call,
  };
}
