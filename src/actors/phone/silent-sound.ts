/**
 * Replaces the SDK's sounds, which it loads from Twilio's host and waits for before it reports a call. Ringtones are
 * the app's own (`tones.ts`); keypad tones come from the SDK's oscillators.
 */
export class SilentSound {
  readonly isPlaying = false;
  play = (): Promise<void> => Promise.resolve();
  stop = (): void => undefined;
  setSinkIds = (): void => undefined;
}
