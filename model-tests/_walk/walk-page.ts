import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Edge } from './edge-paths.ts';
import { beginPath } from './page-path.ts';
import { walkMoves } from './walk-moves.ts';
import { type Model, trace, walk, type Walked } from './walk.ts';

/** A person at the beginning of a path. */
export interface Hand {
  readonly page: Page;
  /** What the person does, by the name of the move. */
  readonly moves: Readonly<Record<string, () => Promise<unknown>>>;
  /** Waits until a screen shows, by its name. */
  readonly screens: Readonly<Record<string, () => Promise<unknown>>>;
  /** Compares with the server what the path came to. */
  readonly end: (moves: readonly Edge[]) => Promise<unknown>;
}

const named = (all: Readonly<Record<string, () => Promise<unknown>>>, name: string): Promise<unknown> =>
  all[name]?.() ?? Promise.reject(new Error(`the page has no ${name}`));

/** Takes every path of a model with one start through the page: each of its moves from each of its screens, at least once. */
export async function walkPage(
  model: Model,
  { of, begin }: { readonly of: string; readonly begin: () => Promise<Hand> },
): Promise<Walked> {
  const walked = await walk(model, { onPage: true });
  const [start = ''] = Object.keys(model.starts);
  const taken = new Set<string>();
  for (const { moves } of walked.paths) {
    const { page, moves: hands, screens, end } = await begin();
    const path = beginPath(of);
    const { steps } = await trace(model, { start, moves: moves.map(({ move }) => move) });
    const make = (move: string) => named(hands, move);
    await walkMoves(moves, { page, path, steps, make, see: (screen) => named(screens, screen) });
    for (const { from, move } of moves) taken.add(`${from} ${move}`);
    path.end();
    await end(moves);
  }
  expect(taken.size).toBe(walked.edges.length);
  return walked;
}
