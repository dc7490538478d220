import { RING_TIMEOUT_MS } from '#contract/phone/call.contract.ts';

/**
 * Seconds that a leg waits to be moved after its dial has ended. Our choice: both legs of a move follow immediately.
 */
const MOVE_S = 2;

const twiml = async () => new (await import('twilio/lib/twiml/VoiceResponse.js')).default();

/** Destination of a leg. */
export interface Dialled {
  /** Number displayed to the other party. */
  readonly callerId: string;
  /** A number, or users' devices, which get the id of the call. */
  readonly to: string | { readonly clients: readonly string[]; readonly callId: number };
  readonly after: string;
  readonly status: string;
}

export async function dialling({ callerId, to, after, status }: Dialled): Promise<string> {
  const response = await twiml();
  const dial = response.dial({ callerId, timeout: RING_TIMEOUT_MS / 1_000, answerOnBridge: true, action: after });
  const heard = { statusCallback: status, statusCallbackEvent: ['ringing', 'answered', 'completed'] };
  if (typeof to === 'string') {
    dial.number(heard as Parameters<typeof dial.number>[0], to);
    return response.toString();
  }
  for (const identity of to.clients) {
    const client = dial.client(heard as Parameters<typeof dial.client>[0]);
    client.identity(identity);
    client.parameter({ name: 'CallId', value: String(to.callId) });
  }
  return response.toString();
}

/** Unreachable or forbidden. */
export async function sayingNo(sentence: string): Promise<string> {
  const response = await twiml();
  response.say({ language: 'en-US' }, sentence);
  response.hangup();
  return response.toString();
}

export async function rejecting(): Promise<string> {
  const response = await twiml();
  response.reject();
  return response.toString();
}

export async function hangingUp(): Promise<string> {
  const response = await twiml();
  response.hangup();
  return response.toString();
}

/** The dialed side has left, or enters the room first: wait a moment to find out. */
export async function waitingToBeMoved(): Promise<string> {
  const response = await twiml();
  response.pause({ length: MOVE_S });
  response.hangup();
  return response.toString();
}

/** The sound of the disclaimer to its end, then on to `next`. */
export async function announcing(disclaimer: string, next: string): Promise<string> {
  const response = await twiml();
  response.play(disclaimer);
  response.redirect({ method: 'POST' }, next);
  return response.toString();
}

/** Both legs meet here; when one leaves, the other is over, unless it is moved on. */
export async function meeting(room: string): Promise<string> {
  const response = await twiml();
  response.dial().conference({ beep: 'false', endConferenceOnExit: true, waitUrl: '' }, room);
  response.pause({ length: MOVE_S });
  response.hangup();
  return response.toString();
}

/** Music of the carrier until it is moved on. */
export async function holding(room: string): Promise<string> {
  const response = await twiml();
  response.dial().conference({ beep: 'false', startConferenceOnEnter: false }, `${room}-hold`);
  return response.toString();
}
