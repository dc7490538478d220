import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type InspectionEvent,
  StateMachine,
} from 'xstate';
import {
  type ActorSeen,
  type CallSeen,
  type Recorded,
  type Running,
  type Seen,
  seenOf,
  type Writable,
} from './actor-seen.ts';
import { causeOf, fieldsOf } from './recorded-event.ts';

export interface Recorder {
  /** For `createActor`: the actor and everything below it is recorded. */
  readonly inspect: (event: InspectionEvent) => void;
  readonly noteCall: (call: Omit<CallSeen, 'at' | 'times'>) => void;
  /** Changes are reported at most once a frame, and only to listeners. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => Seen;
}

/** Events kept per machine. The product's promise. */
export const EVENTS_KEPT = 50;
/** Ended machines kept. Our choice: those of the previous page. */
export const ENDED_KEPT = 12;
/** Milliseconds after which a machine that ended is no longer shown. Ours: long enough to come here from its page. */
export const ENDED_KEPT_MS = 5 * 60_000;
const CALLS_KEPT = 20;

interface RecorderDeps {
  readonly now: () => number;
  /** Runs it before the next frame is drawn. */
  readonly onFrame: (run: () => void) => void;
}

/**
 * Always remembers the last events of every machine in this tab, for error screens. It keeps no event, no snapshot and
 * no context: only types, field names and state names.
 */
export function createRecorder({ now, onFrame }: RecorderDeps): Recorder {
  const running = new Map<string, Running>();
  let ended: (ActorSeen & { readonly endedAt: number })[] = [];
  let calls: CallSeen[] = [];
  let count = 0;

  const look = (): Seen => {
    // A machine that fails on an event notifies no observer.
    for (const actor of running.values()) if (actor.ref.getSnapshot().status === 'error') end(actor, 'failed');
    const earliest = now() - ENDED_KEPT_MS;
    ended = ended.filter(({ endedAt }) => endedAt >= earliest);
    return { live: [...running.values()].map(seenOf), ended, calls };
  };
  const { touch, subscribe, getSnapshot } = onFrames(look, onFrame);

  const end = (actor: Running, status: 'done' | 'failed' | 'stopped') => {
    running.delete(actor.key);
    actor.seen = null;
    // A machine that was only started has nothing to report.
    if (actor.machine === null || (actor.events.length < 2 && status === 'stopped')) return;
    ended = [{ ...seenOf(actor), status, endedAt: now() }, ...ended].slice(0, ENDED_KEPT);
  };

  const receive = (ref: AnyActorRef, event: EventObject, source: AnyActorRef | undefined) => {
    if (event.type === 'xstate.init') running.set(ref.sessionId, runningOf(ref, now()));
    const actor = running.get(ref.sessionId);
    if (actor === undefined) return;
    actor.seen = null;
    touch();
    if (actor.machine === null) return;
    count += 1;
    note(actor, event, { ...NEW, n: count, at: now(), cause: causeOf(event, source), fields: fieldsOf(event) });
  };

  const settle = (ref: AnyActorRef, event: EventObject, snapshot: { readonly status: string }) => {
    const actor = running.get(ref.sessionId);
    if (actor === undefined) return;
    const entry = actor.unsettled.get(event);
    if (actor.machine !== null && entry) settleEntry(actor, entry, (snapshot as AnyMachineSnapshot).value);
    actor.taken = 0;
    actor.seen = null;
    touch();
    if (snapshot.status === 'done' || snapshot.status === 'stopped') end(actor, snapshot.status);
    if (snapshot.status === 'error') end(actor, 'failed');
  };

  return {
    inspect: (told) => {
      const ref = told.actorRef as AnyActorRef;
      if (told.type === '@xstate.event') receive(ref, told.event, told.sourceRef as AnyActorRef | undefined);
      if (told.type === '@xstate.snapshot') settle(ref, told.event, told.snapshot);
      if (told.type !== '@xstate.microstep') return;
      const actor = running.get(ref.sessionId);
      if (actor) actor.taken += told._transitions.length;
    },
    noteCall: (call) => {
      const [last, ...older] = calls;
      const isSame = last?.endpoint === call.endpoint && last.status === call.status;
      const entry = { ...call, at: now(), times: isSame ? last.times + 1 : 1 };
      calls = [entry, ...(isSame ? older : calls)].slice(0, CALLS_KEPT);
      touch();
    },
    subscribe,
    getSnapshot,
  };
}

/** A value computed on demand; listeners are notified at most once a frame. */
function onFrames<Value>(look: () => Value, onFrame: RecorderDeps['onFrame']) {
  const listeners = new Set<() => void>();
  let value: Value | null = null;
  let isFrameDue = false;
  return {
    touch: () => {
      if (listeners.size === 0) value = null;
      else if (!isFrameDue) {
        isFrameDue = true;
        onFrame(() => {
          isFrameDue = false;
          value = null;
          for (const tell of listeners) tell();
        });
      }
    },
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) value = null;
      };
    },
    getSnapshot: (): Value => (value ??= look()),
  };
}

function runningOf(ref: AnyActorRef, startedAt: number): Running {
  const { logic } = ref as unknown as { readonly logic: unknown };
  return {
    key: ref.sessionId,
    ref,
    machine: logic instanceof StateMachine ? (logic as AnyStateMachine) : null,
    startedAt,
    states: [],
    events: [],
    unsettled: new WeakMap(),
    taken: 0,
    seen: null,
  };
}

const NEW = { times: 1, outcome: 'unsettled', to: [] } as const;

function note(actor: Running, event: EventObject, entry: Writable<Recorded>): void {
  actor.unsettled.set(event, entry);
  actor.events.push(entry);
  if (actor.events.length > EVENTS_KEPT) actor.events.shift();
}

function settleEntry(actor: Running, entry: Writable<Recorded>, value: AnyMachineSnapshot['value']): void {
  const paths = leavesOf(value);
  const known = actor.states;
  const entered = paths.filter((path) => !known.some((state) => state.path === path));
  if (entered.length > 0) {
    actor.states = paths.map((path) => known.find((state) => state.path === path) ?? { path, since: entry.at });
    entry.to = entered;
    entry.outcome = 'moved';
    return;
  }
  entry.outcome = actor.taken > 0 ? 'stayed' : 'ignored';
  // Repeated events, such as heartbeats or progress, are merged.
  const at = actor.events.length - 2;
  const last = actor.events[at];
  if (!last || actor.events[at + 1] !== entry || last.outcome !== entry.outcome) return;
  if (last.cause !== entry.cause || last.fields !== entry.fields) return;
  actor.events.pop();
  actor.events[at] = { ...entry, times: last.times + 1 };
}

/** `{working: 'fresh'}` → `working.fresh`; one path for each region. */
function leavesOf(value: AnyMachineSnapshot['value']): readonly string[] {
  if (typeof value === 'string') return [value];
  const paths: string[] = [];
  for (const key of Object.keys(value)) {
    const below = value[key];
    const leaves = below === undefined ? [] : leavesOf(below);
    if (leaves.length === 0) paths.push(key);
    for (const leaf of leaves) paths.push(`${key}.${leaf}`);
  }
  return paths;
}
