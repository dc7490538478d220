import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PromptLanguage } from '../../adapters/voice/voice-line.ts';
import { StartFault } from '../../start-fault.ts';
import { SAMPLES_PER_SECOND } from '../sound.ts';
import { encodeMuLaw } from './mu-law.ts';
import { readWav, UnfitWav } from './wav.ts';

/** Disclaimers played to both sides, mu-law, by language. */
export type Prompts = Readonly<Record<PromptLanguage, Buffer>>;

/** The built-in prompts; `prompts/README.md` describes how they were made. */
const OWN = join(import.meta.dirname, 'prompts');

/**
 * Reads `consent-en.wav` and `consent-es.wav`; `folder`: of the deployer (VOICE_PROMPTS), `null`: those of the product.
 * @throws {StartFault} with the file and what is wrong with it.
 */
export function loadPrompts(folder: string | null): Prompts {
  const load = (language: PromptLanguage) => loadPrompt(join(folder ?? OWN, `consent-${language}.wav`));
  return { en: load('en'), es: load('es') };
}

function loadPrompt(path: string): Buffer {
  try {
    return toLine(readFileSync(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartFault(`The announcement ${path} can't be played: ${why}`, { cause: error });
  }
}

/** The samples of a WAV as the line speaks: mono, 8 kHz, mu-law. @throws {UnfitWav} */
export function toLine(file: Buffer): Buffer {
  const { format, channels, rate, bits, samples } = readWav(file);
  if (channels !== 1 || rate !== SAMPLES_PER_SECOND)
    throw new UnfitWav('It has to be mono with 8,000 samples a second.');
  if (format === 7 && bits === 8) return Buffer.from(samples);
  if (format === 1 && bits === 16) {
    return Buffer.from(
      Uint8Array.from({ length: samples.length >> 1 }, (_, at) => encodeMuLaw(samples.readInt16LE(at * 2))),
    );
  }
  throw new UnfitWav('It has to be mu-law, or PCM of 16 bits.');
}
