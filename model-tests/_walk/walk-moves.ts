import type { Page } from 'playwright-core';
import type { Edge } from './edge-paths.ts';
import type { PagePath, Told } from './page-path.ts';

/** The screen that shows in a state of the model: the second part of its key. */
export const screenIn = (key: string): string => (JSON.parse(key) as [unknown, string])[1];

interface ByHand {
  readonly page: Page;
  readonly path: PagePath;
  /** The model's description of the start and of each step after it. */
  readonly steps: readonly Told[];
  /** Does a move as a person would, on the screen that shows. */
  readonly make: (move: string, screen: string) => Promise<unknown>;
  /** Waits until a screen shows. */
  readonly see: (screen: string) => Promise<unknown>;
}

/** Makes every move in the page and sees where it leads. Throws with the step whose screen did not come. */
export async function walkMoves(moves: readonly Edge[], { page, path, steps, make, see }: ByHand): Promise<void> {
  for (const [at, { from, move, to }] of moves.entries()) {
    const makeAndSee = async () => {
      await make(move, screenIn(from));
      await see(screenIn(to)).catch((cause: unknown) => {
        throw new Error(`${screenIn(from)}, then ${move}: ${screenIn(to)} did not come`, { cause });
      });
    };
    await path.step(move, page, makeAndSee, { ...steps[at + 1], sees: screenIn(to) });
  }
}
