import type { AnyActorRef } from 'xstate';
import type { Purpose } from '#contract/compliance.contract.ts';
import type { Call, CallOutcome, MatchedContact, Minutes } from '#contract/phone/call.contract.ts';
import type { CallEnd, CallEndKind, Complaint, LineCommand } from './line-view.ts';
import type { VoiceFact } from './voice-port.ts';

interface Around {
  /** Hears what could not be done, and that the call is over. */
  readonly line: AnyActorRef;
  /** Passes what is asked on to the line's voice. */
  readonly device: AnyActorRef;
  readonly now: () => number;
  readonly key: string;
}

export type CallInput = Around &
  (
    | {
        readonly direction: 'outbound';
        readonly number: string;
        /** `null`: the only contact of the number, if there is one. */
        readonly contactId: number | null;
        /** `null`: as the server takes it. */
        readonly purpose: Purpose | null;
        /** Whether a device could dial at all. */
        readonly isReady: boolean;
        /** `null`: not known here, or a test call, which takes none; the server knows. */
        readonly minutes: Minutes | null;
      }
    | {
        readonly direction: 'inbound';
        readonly from: string;
        readonly to: string;
        readonly sid: string;
        readonly callId: number | null;
        /** Server facts that arrived before the call rang here. `null`: none. */
        readonly told: { readonly call: Call; readonly contacts: readonly MatchedContact[] } | null;
      }
  );

export interface CallContext extends Around {
  readonly direction: 'inbound' | 'outbound';
  /** Of the other side; empty: withheld. */
  readonly number: string;
  /** The own number that is called; empty for an outbound call. */
  readonly to: string;
  readonly sid: string | null;
  /** `null`: the server does not know the call yet, or its line does not tell. */
  readonly callId: number | null;
  readonly purpose: Purpose | null;
  readonly isReady: boolean;
  readonly minutes: Minutes | null;
  /** As the server has it. */
  readonly call: Call | null;
  readonly contacts: readonly MatchedContact[];
  /** Whether the number's contacts are known. */
  readonly isLookedUp: boolean;
  /** The chosen contact. `null`: none. */
  readonly chosen: number | null;
  /** Epoch milliseconds. `null`: not yet. */
  readonly activeSince: number | null;
  readonly digits: string;
  /** How the call ended, or will end unless something else is known. */
  readonly end: CallEnd;
}

export function freshContext(input: CallInput): CallContext {
  const { line, device, now, key, direction } = input;
  const fresh = { line, device, now, key, direction, activeSince: null, digits: '' } as const;
  if (input.direction === 'outbound') {
    const { number, contactId, purpose, isReady, minutes } = input;
    const unknown = { to: '', sid: null, callId: null, call: null, contacts: [], isLookedUp: false } as const;
    return { ...fresh, ...unknown, number, purpose, isReady, minutes, chosen: contactId, end: { kind: 'completed' } };
  }
  const { from, to, sid, told } = input;
  return {
    ...fresh,
    number: from,
    to,
    sid,
    callId: input.callId ?? told?.call.id ?? null,
    purpose: null,
    isReady: true,
    minutes: null,
    call: told?.call ?? null,
    contacts: told?.contacts ?? [],
    isLookedUp: told !== null,
    chosen: null,
    end: { kind: 'completed' },
  };
}

/** Whether this copy belongs to this call and is newer. */
export const isNews = ({ call, callId, sid }: CallContext, copy: Call): boolean =>
  isSame({ callId, sid }, copy) && (call === null || copy.version > call.version);

export const isSame = (known: Pick<CallContext, 'callId' | 'sid'>, copy: Call): boolean =>
  known.callId === null ? known.sid !== null && known.sid === copy.sid : known.callId === copy.id;

/** Contact of the call: the chosen one, the server's, or the number's only one. `null`: unknown. */
export const contactIdOf = ({ chosen, call, contacts }: CallContext): number | null =>
  chosen ?? call?.contact?.id ?? (contacts.length === 1 ? (contacts[0]?.id ?? null) : null);

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

/** Applies the server's last report to a call. */
export function kindOf({ outcome, call_direction }: Call): CallEndKind {
  if (outcome === 'completed' || outcome === 'failed') return outcome;
  if (call_direction === 'outbound') return outcome === 'cancelled' ? 'cancelled' : 'unanswered';
  return outcome === 'rejected' || outcome === 'cancelled' ? outcome : 'missed';
}

/** User commands: the line passes on those for this call. */
export type CallCommand = LineCommand;

/** Facts about this call from the voice line, about every call from the server, and about the device. */
export type CallFact =
  | VoiceFact
  | { type: 'call.incoming'; call: Call; contacts: readonly MatchedContact[] }
  | { type: 'call.changed'; call: Call }
  | { type: 'device.gone' };

/** Event between the regions of the machine: a newer copy arrived. */
export type CallSignal = { type: 'call.adopted' };

/** Facts reported to the line. */
export type CallReport = { type: 'call.finished'; key: string } | { type: 'complaint.made'; complaint: Complaint };
