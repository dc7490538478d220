import type { Endpoint } from '#contract/endpoint.ts';
import { contractEndpoints } from '../_api/contract-endpoints.ts';
import { ask, cellsOf, type Findings, noFindings } from './cells.ts';
import { nameThings, whereOf } from './named-things.ts';
import type { Actor, MatrixWorld } from './matrix-world.ts';
import type { Cell } from './oracle.ts';
import type { Stock } from './stock.ts';

/** Actors who ask at a time. Ours: fewer than the app has connections. */
const AT_A_TIME = 6;

/** Endpoints that have a route here; reads first, so that they find everything as it was made. */
export function askedEndpoints({ it }: MatrixWorld): Endpoint[] {
  const bound = new Set(it.app.bound.map(({ name }) => name));
  return contractEndpoints.filter(({ name }) => bound.has(name)).toSorted((a, b) => a.effect.localeCompare(b.effect));
}

/** Does something for every actor, a few at a time; what one actor does is done in order. */
export async function forEveryActor({ actors }: MatrixWorld, work: (actor: Actor) => Promise<void>): Promise<void> {
  const waiting = [...actors];
  const next = async () => {
    for (let actor = waiting.shift(); actor !== undefined; actor = waiting.shift()) await work(actor);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, next));
}

/** Makes what stands in other accounts, so that nothing in them has a reason to change from here on. */
export const makeForeignThings = (world: MatrixWorld, stock: Stock): Promise<void> =>
  forEveryActor(world, async (actor) => {
    for (const endpoint of askedEndpoints(world)) {
      for (const cell of cellsOf(endpoint, actor)) {
        if (cell.relation === 'otherAccount') await nameThings(stock, cell);
      }
    }
  });

/**
 * Every endpoint × actor × relation. Reads first, so that they find everything unchanged and few rows; after all
 * writes, requests without an id are read once more, and find everything created since.
 */
export async function runMatrix(world: MatrixWorld, stock: Stock): Promise<Findings> {
  const found = noFindings();
  const [reads, writes] = ['read', 'write'].map((effect) =>
    askedEndpoints(world).filter((one) => one.effect === effect),
  );
  await askAll(world, stock, found, { endpoints: reads });
  await askAll(world, stock, found, { endpoints: writes });
  stock.renewSessions();
  await askAll(world, stock, found, { endpoints: reads, isWanted: ({ target }) => target === null });
  return found;
}

interface Asking {
  readonly endpoints: readonly Endpoint[] | undefined;
  /** Absent: every cell. */
  readonly isWanted?: (cell: Cell) => boolean;
}

const askAll = (world: MatrixWorld, stock: Stock, found: Findings, { endpoints = [], isWanted }: Asking) =>
  forEveryActor(world, async (actor) => {
    for (const endpoint of endpoints) {
      const answers = new Map<string, string>();
      for (const cell of cellsOf(endpoint, actor)) {
        if (isWanted?.(cell) === false) continue;
        const answer = await ask(world, stock, cell, found);
        if (answer !== null) compare(cell, answer, answers, found);
      }
    }
  });

/** Absent things look the same, for any reason. */
function compare(
  { endpoint, actor, target, relation, words }: Cell,
  answer: string,
  answers: Map<string, string>,
  found: Findings,
): void {
  if (target === null) return;
  const about = [whereOf(target), ...Object.values(words)].join(' ');
  const other = answers.get(about) ?? answer;
  answers.set(about, other);
  if (other !== answer)
    found.distinguishable.push(`${endpoint.name} as ${actor.name}: ${about} of ${relation}: ${other} | ${answer}`);
}
