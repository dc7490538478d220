import { RING_TIMEOUT_MS } from '#contract/phone/call.contract.ts';
import { documentOf, type Element, element } from '../../../adapters/xml.ts';

/**
 * Seconds that a leg waits to be moved after its dial has ended. Our choice: both legs of a move follow immediately, and
 * the word that the agent's leg has ended, after which the other party waits for them, takes a second or two.
 */
const MOVE_S = 5;

/** 1.5 seconds: each `w` is half a second. The same pause as of the phone in the browser. */
const EXTENSION_PAUSE = 'www';

/** TwiML, the language of Twilio's answers. */
const response = (...verbs: readonly Element[]): string => documentOf(element('Response', {}, verbs));

const hangup = element('Hangup');
const pause = element('Pause', { length: MOVE_S });

/** Said to a caller whom no one talks to. */
export const NOBODY = 'No one is available to take your call. Please call again later.';

/** Destination of a leg. */
export interface Dialled {
  /** Number displayed to the other party. */
  readonly callerId: string;
  /** A number, or users' devices, which get the id of the call. */
  readonly to: string | { readonly clients: readonly string[]; readonly callId: number };
  /** Digits dialed after the answer of a number. */
  readonly extension?: string | undefined;
  readonly after: string;
  readonly status: string;
}

export function dialling({ callerId, to, extension, after, status }: Dialled): string {
  const heard = { statusCallback: status, statusCallbackEvent: 'ringing answered completed' };
  const called =
    typeof to === 'string'
      ? [element('Number', extension === undefined ? heard : { ...heard, sendDigits: EXTENSION_PAUSE + extension }, to)]
      : to.clients.map((identity) =>
          element('Client', heard, [
            element('Identity', {}, identity),
            element('Parameter', { name: 'CallId', value: to.callId }),
          ]),
        );
  return response(
    element('Dial', { callerId, timeout: RING_TIMEOUT_MS / 1_000, answerOnBridge: true, action: after }, called),
  );
}

/** Unreachable or forbidden. */
export const sayingNo = (sentence: string): string => response(element('Say', { language: 'en-US' }, sentence), hangup);

export const rejecting = (): string => response(element('Reject'));

export const hangingUp = (): string => response(hangup);

/** The dialed side has left, or enters the room first: wait a moment to find out. */
export const waitingToBeMoved = (): string => response(pause, hangup);

/** The sound of the disclaimer to its end, then on to `next`. */
export const announcing = (disclaimer: string, next: string): string =>
  response(element('Play', {}, disclaimer), element('Redirect', { method: 'POST' }, next));

const conference = (attributes: Element['attributes'], room: string): Element =>
  element('Dial', {}, [element('Conference', attributes, room)]);

const TOGETHER = { beep: 'false', endConferenceOnExit: true } as const;

/** The carrier reports who enters; of a room, the first one's address counts. */
const reporting = (joined: string | undefined): Element['attributes'] =>
  joined === undefined ? {} : { statusCallback: joined, statusCallbackEvent: 'join' };

/** Both legs meet here; when one leaves, the other is over, unless it is moved on. */
export const meeting = (room: string, joined?: string): string =>
  response(conference({ ...TOGETHER, waitUrl: '', ...reporting(joined) }, room), pause, hangup);

/** One leg hears the carrier's music until the other one is in the room as well. */
export const waiting = (room: string, joined?: string): string =>
  response(conference({ ...TOGETHER, ...reporting(joined) }, room), pause, hangup);

/** Music of the carrier until it is moved on. */
export const holding = (room: string): string =>
  response(conference({ beep: 'false', startConferenceOnEnter: false }, `${room}-hold`));
