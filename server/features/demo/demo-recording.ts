import { encodeMuLaw } from '../../voice/recording/mu-law.ts';
import { Peaks } from '../../voice/recording/peaks.ts';
import { wavHeader } from '../../voice/recording/wav.ts';
import { SAMPLES_PER_SECOND } from '../../voice/sound.ts';

/** Milliseconds of a syllable, and the number of syllables per turn. */
const SYLLABLE_MS = 220;
const TURN = 11;

/** Hertz of the two voices: the agent's, then the other side's. */
const VOICES = [196, 118] as const;
const SILENT = encodeMuLaw(0);

/** Two who take turns, each in a channel of their own, as a call is recorded. */
export function demoRecording(seconds: number): { content: Buffer; peaks: readonly Uint8Array[] } {
  const samples = SAMPLES_PER_SECOND * seconds;
  const sound = Buffer.alloc(samples * 2, SILENT);
  for (let at = 0; at < samples; at++) {
    const time = at / SAMPLES_PER_SECOND;
    const syllable = Math.floor((time * 1_000) / SYLLABLE_MS);
    const side = Math.floor(syllable / TURN) % 2;
    if (syllable % TURN === TURN - 1) continue;
    const within = ((time * 1_000) % SYLLABLE_MS) / SYLLABLE_MS;
    const loud = 2_500 + ((syllable * 5) % 7) * 900 + ((syllable * 3) % 5) * 500;
    const pitch = (VOICES[side] ?? 0) * (1 + 0.06 * ((syllable * 7) % 5));
    const turn = 2 * Math.PI * pitch * time;
    const voice = Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn);
    sound[at * 2 + side] = encodeMuLaw(Math.round(loud * Math.sin(Math.PI * within) * voice));
  }
  const peaks = new Peaks();
  peaks.add(sound);
  return { content: Buffer.concat([wavHeader(2, sound.length), sound]), peaks: peaks.all() };
}
