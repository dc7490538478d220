import {
  type AnyActor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  SimulatedClock,
} from 'xstate';
import { nameOf } from '../../src/views/machines/chart/parts-of-machine.ts';
import { missing, type Parts, partsOf } from './coverage.ts';
import { type Edge, edgePaths, type Path } from './edge-paths.ts';
import { type HeldPorts, heldPorts } from './ports.ts';
import { failureText, recordFolder, type RecordedPath, type RecordedStep, writeRecord } from './record.ts';

/** One run of the real machine in virtual time, with ports that end as the model says. */
export interface Run {
  readonly actor: AnyActor;
  readonly send: (event: AnyEventObject) => void;
  readonly clock: SimulatedClock;
  readonly ports: HeldPorts;
}

export interface Move {
  /** True when this can happen now. Default: always. */
  readonly when?: (snapshot: AnyMachineSnapshot) => boolean;
  readonly go: (run: Run) => void;
  /** The rest of a move that has to let promises settle in between. */
  readonly rest?: (run: Run) => Promise<void>;
}

/** Possible events for a machine: its starts, and every move of the world. */
export interface Model {
  readonly name: string;
  /** The machine with held ports, and its input. */
  readonly starts: Readonly<Record<string, (ports: HeldPorts) => { machine: AnyStateMachine; input?: unknown }>>;
  readonly moves: Readonly<Record<string, Move>>;
  /** Facts that distinguish two situations besides the state itself. */
  readonly key?: (snapshot: AnyMachineSnapshot) => string;
  /** Holds in every situation; throws when it does not. */
  readonly always?: (snapshot: AnyMachineSnapshot) => void;
}

export interface Walked {
  readonly edges: readonly Edge[];
  readonly paths: readonly Path[];
  readonly whole: Parts;
  readonly seen: Parts;
  readonly missing: ReturnType<typeof missing>;
}

interface Seen {
  readonly states: Set<string>;
  readonly transitions: Set<string>;
}

/** Steps that led to the current situation. */
interface Way {
  readonly start: string;
  readonly moves: readonly string[];
}

interface Broken extends Way {
  readonly error: unknown;
}

/** A run that was made, and the state from which its last move led where. */
interface Made extends Way {
  readonly shows: string;
}

interface Explored extends Walked {
  readonly machine: string;
  readonly runs: readonly Made[];
  readonly broken: readonly Broken[];
}

/** Situations above which a model is wrong rather than big: its key tells too much apart. */
const MAX_SITUATIONS = 500;

/**
 * Tries every move in every situation that can be reached, each in a fresh run, and tells what has been seen.
 * Leaves a record of its paths where one is wanted, unless the same paths are recorded on the page.
 *
 * @throws what the first move threw that breaks the machine or a rule of the model, once every other has been tried.
 */
export async function walk(model: Model, { onPage = false } = {}): Promise<Walked> {
  const explored = await explore(model);
  const folder = onPage ? undefined : recordFolder();
  if (folder !== undefined) writeRecord(folder, await recordedPaths(model, explored), explored.runs.length);
  const [first] = explored.broken;
  if (first !== undefined) throw first.error;
  return explored;
}

async function explore(model: Model): Promise<Explored> {
  const seen = nothingSeen();
  const edges: Edge[] = [];
  const broken: Broken[] = [];
  const ways = new Map<string, Way>();
  const startKeys: string[] = [];
  const made: Made[] = [];
  let [whole, machine]: [Parts, string] = [nothingSeen(), model.name];

  for (const [start, open] of Object.entries(model.starts)) {
    const opened = open(heldPorts()).machine;
    [whole, machine] = [partsOf(opened), opened.id];
    const key = keyOf(model, (await replay(model, start, [], seen)).actor.getSnapshot());
    startKeys.push(key);
    if (!ways.has(key)) ways.set(key, { start, moves: [] });
  }
  for (const [from, way] of ways) {
    if (ways.size > MAX_SITUATIONS) throw new Error(`${model.name}: more than ${MAX_SITUATIONS} situations`);
    for (const move of await possible(model, way, seen)) {
      const run = await replay(model, way.start, way.moves, seen);
      const moves = [...way.moves, move];
      try {
        await step(model, run, move);
        const to = keyOf(model, run.actor.getSnapshot());
        edges.push({ from, move, to });
        made.push({ start: way.start, moves, shows: JSON.stringify([valueIn(from), move, valueIn(to)]) });
        if (!ways.has(to)) ways.set(to, { start: way.start, moves });
      } catch (error) {
        broken.push({ start: way.start, moves, error });
      } finally {
        run.actor.stop();
      }
    }
  }
  const paths = edgePaths(startKeys, edges);
  return { edges, paths, whole, seen, missing: missing(whole, seen), machine, runs: made, broken };
}

/** The moves that the world can make at the end of a way. */
async function possible(model: Model, { start, moves }: Way, seen: Seen): Promise<readonly string[]> {
  const { actor } = await replay(model, start, moves, seen);
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  const all = snapshot.status === 'active' ? Object.entries(model.moves) : [];
  const possibleNow = all.filter(([, { when }]) => when?.(snapshot) ?? true).map(([move]) => move);
  actor.stop();
  return possibleNow;
}

/**
 * A walk as readable paths: the failing one, then enough of the runs to show every move from every state, every
 * transition and every start.
 */
async function recordedPaths(model: Model, { runs: made, machine, broken, seen }: Explored): Promise<RecordedPath[]> {
  const paths: RecordedPath[] = [];
  const take = async (way: Way) => {
    const begun = performance.now();
    const traced = await trace(model, way);
    const ms = Math.round(performance.now() - begun);
    return { machine, model: model.name, place: 'machine' as const, ...traced, ms };
  };
  for (const way of [...broken, ...telling(made)]) paths.push(await take(way));
  for (const start of Object.keys(model.starts)) {
    if (!paths.some(({ steps }) => steps[0]?.does === start)) paths.push(await take({ start, moves: [] }));
  }
  const walked = new Set(paths.flatMap(transitionsIn));
  for (const way of made) {
    if (walked.size === seen.transitions.size) break;
    const path = await take(way);
    const fresh = transitionsIn(path).filter((name) => !walked.has(name));
    if (fresh.length > 0) paths.push(path);
    for (const name of fresh) walked.add(name);
  }
  return paths;
}

const transitionsIn = ({ steps }: RecordedPath): string[] => steps.flatMap(({ transitions }) => [...transitions]);

/** A small set of runs that make every move from every state, whatever else distinguishes situations. */
function telling(made: readonly Made[]): readonly Way[] {
  const shown = new Set<string>();
  const chosen: Way[] = [];
  for (const run of made.toSorted((one, other) => other.moves.length - one.moves.length)) {
    if (shown.has(run.shows)) continue;
    chosen.push(run);
    const before = made.filter(({ start, moves }) => start === run.start && isBeginning(moves, run.moves));
    for (const { shows } of before) shown.add(shows);
  }
  return chosen;
}

const isBeginning = (short: readonly string[], long: readonly string[]): boolean =>
  short.length <= long.length && short.every((move, at) => move === long[at]);

/** Parts passed by each step, up to the failing one. */
export async function trace(model: Model, { start, moves }: Way): Promise<Pick<RecordedPath, 'steps' | 'failure'>> {
  const seen = nothingSeen();
  const steps: RecordedStep[] = [];
  const run = await replay(model, start, [], seen);
  const take = (does: string) => {
    const { _nodes }: AnyMachineSnapshot = run.actor.getSnapshot();
    const stands = _nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(({ id }) => id);
    steps.push({
      does,
      sees: null,
      stands,
      states: [...seen.states],
      transitions: [...seen.transitions],
      picture: null,
    });
    seen.states.clear();
    seen.transitions.clear();
  };
  take(start);
  try {
    for (const move of moves) {
      try {
        await step(model, run, move);
      } finally {
        take(move);
      }
    }
    return { steps, failure: null };
  } catch (error) {
    return { steps, failure: failureText(error) };
  } finally {
    run.actor.stop();
  }
}

const nothingSeen = (): Seen => ({ states: new Set(), transitions: new Set() });

/** A fresh run that has made these moves. */
export async function replay(model: Model, start: string, moves: readonly string[], seen?: Seen): Promise<Run> {
  const ports = heldPorts();
  const clock = new SimulatedClock();
  const opened = model.starts[start]?.(ports);
  if (opened === undefined) throw new Error(`${model.name}: no start ${start}`);
  const actor: AnyActor = createActor(opened.machine, {
    clock,
    input: opened.input as never,
    inspect: (event) => {
      const isOurs = event.type === '@xstate.microstep' && event.actorRef.sessionId === event.rootId;
      if (isOurs && seen) note(seen, event.snapshot as AnyMachineSnapshot, event._transitions);
    },
  });
  // An actor without an error listener throws to the outside when it fails; the model asks its status instead.
  actor.subscribe({ error: () => undefined });
  actor.start();
  if (seen) note(seen, actor.getSnapshot(), []);
  const run = { actor, clock, ports, send: (event: AnyEventObject) => actor.send(event) };
  await settle();
  model.always?.(actor.getSnapshot());
  for (const move of moves) await step(model, run, move);
  return run;
}

async function step(model: Model, run: Run, move: string): Promise<void> {
  const { go, rest } = model.moves[move] ?? {};
  go?.(run);
  await settle();
  await rest?.(run);
  await settle();
  const snapshot = run.actor.getSnapshot();
  if (snapshot.status === 'error') throw new Error(`${model.name} broke by "${move}"`, { cause: snapshot.error });
  model.always?.(snapshot);
}

/** A state that is left immediately is in no snapshot, only as the source of a transition. */
function note(seen: Seen, snapshot: AnyMachineSnapshot, transitions: readonly AnyTransitionDefinition[]): void {
  for (const { id } of snapshot._nodes) seen.states.add(id);
  for (const transition of transitions) {
    seen.states.add(transition.source.id);
    seen.transitions.add(nameOf(transition));
  }
}

/** A `when`: this port runs now. */
export const runs =
  (port: string) =>
  (snapshot: AnyMachineSnapshot): boolean => {
    const children = Object.values(snapshot.children) as { src?: unknown; getSnapshot: () => { status: string } }[];
    return children.some((child) => child?.src === port && child.getSnapshot().status === 'active');
  };

const keyOf = (model: Model, snapshot: AnyMachineSnapshot): string =>
  JSON.stringify([snapshot.value, model.key?.(snapshot) ?? '']);

/** The state alone, without what else tells situations apart. */
const valueIn = (key: string): unknown => (JSON.parse(key) as readonly unknown[])[0];

/** Lets every promise that can settle now do so. */
export const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
