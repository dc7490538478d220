import { SAMPLES_PER_SECOND, SILENCE } from '../sound.ts';
import { encodeMuLaw } from './mu-law.ts';

interface Tone {
  readonly hertz: readonly number[];
  readonly seconds: number;
  /** Share of the full range, over all frequencies. */
  readonly loud: number;
}

/** A tone with soft edges, so that it does not click. */
function tone({ hertz, seconds, loud }: Tone): Buffer {
  const count = Math.round(seconds * SAMPLES_PER_SECOND);
  const edge = Math.min(80, count / 2);
  return Buffer.from(
    Uint8Array.from({ length: count }, (_, at) => {
      const swing =
        hertz.reduce((sum, one) => sum + Math.sin((2 * Math.PI * one * at) / SAMPLES_PER_SECOND), 0) / hertz.length;
      const softly = Math.min(1, at / edge, (count - at) / edge);
      return encodeMuLaw(Math.round(swing * softly * loud * 32_000));
    }),
  );
}

const silence = (seconds: number): Buffer => Buffer.alloc(Math.round(seconds * SAMPLES_PER_SECOND), SILENCE);

/** Beep that marks a pause cut out of a recording. */
export const beep = (): Buffer => tone({ hertz: [1_000], seconds: 0.2, loud: 0.2 });

/** Ringback tone, repeated. Source: the precise tone plan of North America. */
export const ringback = (): Buffer => Buffer.concat([tone({ hertz: [440, 480], seconds: 2, loud: 0.2 }), silence(4)]);

const ROWS = [697, 770, 852, 941];
const COLUMNS = [1_209, 1_336, 1_477];
const KEYS = '123456789*0#';

/** The two tones of a key. Source: ITU-T Q.23. Silence for what is no key. */
export function digitTone(digit: string): Buffer {
  const at = digit.length === 1 ? KEYS.indexOf(digit) : -1;
  const [row, column] = [ROWS[Math.floor(at / 3)], COLUMNS[at % 3]];
  if (row === undefined || column === undefined) return silence(0.16);
  return Buffer.concat([tone({ hertz: [row, column], seconds: 0.12, loud: 0.3 }), silence(0.04)]);
}

/** Hold tone, repeated: two soft tones every five seconds. */
export const holdTone = (): Buffer =>
  Buffer.concat([
    tone({ hertz: [440, 554], seconds: 0.3, loud: 0.12 }),
    silence(0.1),
    tone({ hertz: [440, 659], seconds: 0.3, loud: 0.12 }),
    silence(4.3),
  ]);
