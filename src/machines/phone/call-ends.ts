import type { Call, CallOutcome } from '#contract/phone/call.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { EndedView } from './line-view.ts';

/** Ending of a call as this tab saw it. */
export type CallEndKind =
  | 'completed'
  /** The other side did not take it. */
  | 'unanswered'
  /** Not placed. */
  | 'refused'
  | 'failed'
  /** Declined here. */
  | 'rejected'
  /** The caller hung up first. */
  | 'cancelled'
  /** Rang out. */
  | 'missed';

export interface CallEnd {
  readonly kind: CallEndKind;
  /** Known for sure, whatever the server reports later. Absent: the server's word counts. */
  readonly said?: { readonly result: string; readonly sentence: string };
  /** Interpretation of a line's code until the server reports the ending. */
  readonly outcome?: CallOutcome;
}

/** Endings of unanswered calls by code. Source: codes of `@twilio/voice-sdk`. */
const OUTCOME_OF_CODE: Readonly<Record<number, CallOutcome>> = {
  31404: 'unavailable',
  31480: 'no_answer',
  31486: 'busy',
  31603: 'rejected',
};

export const endOfCode = (code: number | null): CallEnd => {
  const outcome = code === null ? undefined : OUTCOME_OF_CODE[code];
  return { kind: 'unanswered', ...(outcome !== undefined && { outcome }) };
};

const OUTCOME_OF_KIND: Readonly<Record<CallEndKind, CallOutcome>> = {
  completed: 'completed',
  unanswered: 'no_answer',
  refused: 'unavailable',
  failed: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  missed: 'no_answer',
};

const OUTBOUND: Readonly<Record<CallOutcome, string>> = {
  completed: 'The call has ended.',
  no_answer: 'No answer.',
  busy: 'The line is busy.',
  rejected: 'The call was declined.',
  cancelled: 'You canceled the call.',
  unavailable: "The number can't be reached.",
  failed: 'The call failed.',
};

const INBOUND: Readonly<Record<CallOutcome, string>> = {
  completed: 'The call has ended.',
  no_answer: 'Missed call.',
  busy: 'Missed call.',
  rejected: 'You declined the call.',
  cancelled: 'Missed call: the caller hung up.',
  unavailable: 'Missed call.',
  failed: 'The call failed.',
};

/** Ending to display; the server's word counts where this tab does not know better. */
export function endWords(
  { kind, said, outcome }: CallEnd,
  direction: 'inbound' | 'outbound',
  call: Call | null,
): Pick<EndedView, 'result' | 'sentence'> {
  if (said) return said;
  const isAnsweredElsewhere =
    (kind === 'cancelled' || kind === 'missed') && (call?.status === 'active' || call?.outcome === 'completed');
  if (isAnsweredElsewhere) {
    return { result: 'completed', sentence: `${call?.user?.name ?? 'Another phone'} answered the call.` };
  }
  const passed = call?.outcome === 'completed' ? passedOnWords(call) : null;
  if (passed !== null) return { result: 'completed', sentence: passed };
  const result = call?.outcome ?? outcome ?? OUTCOME_OF_KIND[kind];
  return { result, sentence: (direction === 'inbound' ? INBOUND : OUTBOUND)[result] };
}

/** "Rosalind Okafor was passed on to Marcus Ellery, who did not take the call. Call them back." */
export function untakenWords({ contact, inside, other_number: number, passed_on: passed }: Call): string {
  const [whom, to] = [
    contact?.name || inside?.name || formatPhone(number),
    passed?.name || formatPhone(passed?.to ?? ''),
  ];
  return `${whom} was transferred to ${to}, who didn't answer. Call them back.`;
}

/** "Passed on to Marcus Ellery."; `null`: the last one on the line was with this side. */
function passedOnWords({ passed_on: passed }: Call): string | null {
  if (passed === null) return null;
  const whom = passed.name || formatPhone(passed.to);
  const isUntaken = passed.outcome !== null && passed.outcome !== 'completed';
  if (passed.by === 'other') return isUntaken ? `You were transferred to ${whom}, who didn't answer.` : null;
  return isUntaken ? `Transferred to ${whom}, who didn't answer. The call has ended.` : `Transferred to ${whom}.`;
}

/** Applies the server's last report to a call. */
export function kindOf({ outcome, call_direction }: Call): CallEndKind {
  if (outcome === 'completed' || outcome === 'failed') return outcome;
  if (call_direction === 'outbound') return outcome === 'cancelled' ? 'cancelled' : 'unanswered';
  return outcome === 'rejected' || outcome === 'cancelled' ? outcome : 'missed';
}
