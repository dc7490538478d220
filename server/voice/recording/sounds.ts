import type { Sounds } from '../sound.ts';
import { loadPrompts } from './prompts.ts';
import { digitTone, holdTone, ringback } from './tones.ts';

/** What the line plays; `prompts`: a folder of the deployer, `null`: what is shipped. @throws {StartFault} */
export const loadSounds = (prompts: string | null): Sounds => ({
  disclaimer: loadPrompts(prompts),
  hold: holdTone(),
  ringback: ringback(),
  digit: digitTone,
});
