/**
 * Takes the place of the SDK's sounds, which it loads from Twilio's host and waits for before it tells of a call. Rings
 * are the app's own (`tones.ts`); the keys of a call sound by the SDK's oscillators.
 */
export class SilentSound {
  readonly isPlaying = false;
  play = (): Promise<void> => Promise.resolve();
  stop = (): void => undefined;
  setSinkIds = (): void => undefined;
}
