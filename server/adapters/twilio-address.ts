import type { PromptLanguage } from './voice/voice-line.ts';

/** Callback addresses for Twilio's questions and reports. */
export const TWILIO_PATH = '/_twilio';

export const TWILIO_STEPS = [
  /** A device dials. */
  'dial',
  /** An outside caller dials one of our numbers. */
  'incoming',
  /** The dialed side is over, or was moved. */
  'after',
  /** Status of one side of a call. */
  'status',
  /** One leg hears that it is recorded. */
  'announce',
  /** A leg meets the other one in the room of the call. */
  'room',
  /** The other side waits. */
  'hold',
  /** The other side is transferred. */
  'transfer',
  /** The agent waits until the next one has answered, or the other side is back; or the other side waits for the agent. */
  'wait',
  /** Someone has entered the room of a call that waits for its agent. */
  'joined',
  /** Status of a recording. */
  'recording',
] as const;
export type TwilioStep = (typeof TWILIO_STEPS)[number];

/** Address of a step; its signature covers the parameters. */
export const twilioAddress = (
  publicUrl: string,
  step: TwilioStep,
  said: Readonly<Record<string, string | number>> = {},
): string => {
  const query = new URLSearchParams(Object.entries(said).map(([name, value]) => [name, String(value)])).toString();
  return `${publicUrl}${TWILIO_PATH}/${step}${query === '' ? '' : `?${query}`}`;
};

/** The sound of the disclaimer in one language, for Twilio to play. */
export const disclaimerAddress = (publicUrl: string, language: PromptLanguage): string =>
  `${publicUrl}${TWILIO_PATH}/disclaimer/${language}`;

/** The identity of a device as an address of Twilio. */
export const CLIENT = 'client:';
