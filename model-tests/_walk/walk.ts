import {
  type AnyActor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  SimulatedClock,
} from 'xstate';
import { missing, nameOf, type Parts, partsOf } from './coverage.ts';
import { type Edge, edgePaths, type Path } from './edge-paths.ts';
import { type HeldPorts, heldPorts } from './ports.ts';

/** One run of the real machine in virtual time, with ports that end as the model says. */
export interface Run {
  readonly actor: AnyActor;
  readonly send: (event: AnyEventObject) => void;
  readonly clock: SimulatedClock;
  readonly ports: HeldPorts;
}

export interface Move {
  /** Whether the world can do this now. Always, when absent. */
  readonly when?: (snapshot: AnyMachineSnapshot) => boolean;
  readonly go: (run: Run) => void;
}

/** What can happen to a machine: how it may begin and every move of the world against it. */
export interface Model {
  readonly name: string;
  /** The machine with held ports, and its input. */
  readonly starts: Readonly<Record<string, (ports: HeldPorts) => { machine: AnyStateMachine; input?: unknown }>>;
  readonly moves: Readonly<Record<string, Move>>;
  /** What tells two situations apart beside the state itself. */
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

/** Situations above which a model is wrong rather than big: its key tells too much apart. */
const MAX_SITUATIONS = 500;

/** Tries every move in every situation that can be reached, each in a fresh run, and tells what has been seen. */
export async function walk(model: Model): Promise<Walked> {
  const seen: Seen = { states: new Set(), transitions: new Set() };
  const edges: Edge[] = [];
  const ways = new Map<string, { start: string; moves: readonly string[] }>();
  const startKeys: string[] = [];
  let whole: Parts = { states: new Set(), transitions: new Set() };

  for (const [start, open] of Object.entries(model.starts)) {
    whole = partsOf(open(heldPorts()).machine);
    const key = keyOf(model, (await replay(model, start, [], seen)).actor.getSnapshot());
    startKeys.push(key);
    if (!ways.has(key)) ways.set(key, { start, moves: [] });
  }
  for (const [from, way] of ways) {
    if (ways.size > MAX_SITUATIONS) throw new Error(`${model.name}: more than ${MAX_SITUATIONS} situations`);
    for (const [move, { when }] of Object.entries(model.moves)) {
      const run = await replay(model, way.start, way.moves, seen);
      const snapshot: AnyMachineSnapshot = run.actor.getSnapshot();
      if (snapshot.status !== 'active' || (when && !when(snapshot))) continue;
      await step(model, run, move);
      const to = keyOf(model, run.actor.getSnapshot());
      run.actor.stop();
      edges.push({ from, move, to });
      if (!ways.has(to)) ways.set(to, { start: way.start, moves: [...way.moves, move] });
    }
  }
  return { edges, paths: edgePaths(startKeys, edges), whole, seen, missing: missing(whole, seen) };
}

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
  model.moves[move]?.go(run);
  await settle();
  const snapshot = run.actor.getSnapshot();
  if (snapshot.status === 'error') throw new Error(`${model.name} broke by "${move}"`, { cause: snapshot.error });
  model.always?.(snapshot);
}

/** A state that is left at once stands in no snapshot, only as the source of what left it. */
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

/** Lets every promise that can settle now do so. */
const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
