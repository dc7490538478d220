import type { PromptLanguage } from './voice-line.ts';

/** Where Twilio asks what to do, and tells what happened. */
export const TWILIO_PATH = '/_twilio';

export const TWILIO_STEPS = [
  /** A device dials. */
  'dial',
  /** Somebody outside calls one of our numbers. */
  'incoming',
  /** The dialled side is over, or was moved. */
  'after',
  /** Where one side of a call stands. */
  'status',
  /** One leg hears that it is recorded. */
  'announce',
  /** A leg meets the other one in the room of the call. */
  'room',
  /** The other side waits. */
  'hold',
  /** The other side is passed on. */
  'transfer',
  /** Where a recording stands. */
  'recording',
] as const;
export type TwilioStep = (typeof TWILIO_STEPS)[number];

/** The address of a step; its signature covers what stands in it. */
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
