import type { Sounds } from '../sound.ts';
import { loadPrompts } from './prompts.ts';
import { digitTone, holdTone, ringback } from './tones.ts';

/** Sounds of the line; `prompts`: a folder of the deployer, `null`: the built-in ones. @throws {StartFault} */
export const loadSounds = (prompts: string | null): Sounds => ({
  disclaimer: loadPrompts(prompts),
  hold: holdTone(),
  ringback: ringback(),
  digit: digitTone,
});
