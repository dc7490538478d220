import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { nameOf } from './recorded-event.ts';

/** An event that a machine received, without values that could identify anyone. */
export interface Recorded {
  /** Its place among the events of all machines. */
  readonly n: number;
  /** Milliseconds since the epoch; of the latest one for repeated events. */
  readonly at: number;
  /** Event type, or its meaning: `loadIdentity done`. */
  readonly cause: string;
  /** Names of its fields, and the few values that aren't personal: `id: 7, reply`. */
  readonly fields: string;
  /** Number of repetitions in a row without a change. */
  readonly times: number;
  /** `unsettled`: the machine broke on it, or is at it now. */
  readonly outcome: 'moved' | 'stayed' | 'ignored' | 'unsettled';
  /** States that it led to. Empty when it led to none. */
  readonly to: readonly string[];
}

export interface StateSince {
  /** `working.fresh` */
  readonly path: string;
  /** Milliseconds of the epoch at which it was entered. */
  readonly since: number;
}

/** View of one actor; immutable. */
export interface ActorSeen {
  readonly key: string;
  /** Key of its parent. `null`: none in this tab. */
  readonly parent: string | null;
  /** Id of the machine, or the name under which a leaf was invoked. */
  readonly name: string;
  /** `null`: a leaf, that is a promise, a stream or a callback. */
  readonly machine: AnyStateMachine | null;
  /** `waiting`: a leaf whose answer its parent awaits. */
  readonly status: 'active' | 'waiting' | 'done' | 'failed' | 'stopped';
  /** Milliseconds of the epoch. */
  readonly startedAt: number;
  /** Milliseconds of the epoch. `null`: it runs. */
  readonly endedAt: number | null;
  /** Innermost states, one for each region. */
  readonly states: readonly StateSince[];
  /** Ids of all states that it is in, as a chart names them. */
  readonly lit: readonly string[];
  readonly tags: readonly string[];
  /** The oldest first. */
  readonly events: readonly Recorded[];
}

export interface CallSeen {
  /** Milliseconds of the epoch. */
  readonly at: number;
  readonly endpoint: string;
  readonly status: number;
  /** Request id of the latest one. */
  readonly requestId: string | null;
  /** Number of consecutive repetitions. */
  readonly times: number;
}

export interface Seen {
  /** In order of their start: parents before their children. */
  readonly live: readonly ActorSeen[];
  /** Machines that ended recently, latest first. */
  readonly ended: readonly ActorSeen[];
  /** The server's latest responses, newest first. */
  readonly calls: readonly CallSeen[];
}

/** A running actor. `seen` is its last reading, or `null` when that is out of date. */
export interface Running {
  readonly key: string;
  readonly ref: AnyActorRef;
  readonly machine: AnyStateMachine | null;
  readonly startedAt: number;
  states: readonly StateSince[];
  readonly events: Writable<Recorded>[];
  /** Events in progress through the machine; none is kept alive. */
  readonly unsettled: WeakMap<EventObject, Writable<Recorded>>;
  /** Transitions that the event under way has taken. */
  taken: number;
  seen: ActorSeen | null;
}

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export function seenOf(actor: Running): ActorSeen {
  actor.seen ??= actor.machine === null ? leafSeen(actor) : machineSeen(actor, actor.machine);
  return actor.seen;
}

function machineSeen(actor: Running, machine: AnyStateMachine): ActorSeen {
  // An actor that failed while it was created has no states.
  const { _nodes = [], tags = new Set() }: Partial<AnyMachineSnapshot> = actor.ref.getSnapshot();
  return {
    ...bareOf(actor),
    name: machine.id,
    machine,
    status: 'active',
    states: actor.states,
    lit: _nodes.map(({ id }) => id),
    tags: [...tags],
    events: actor.events.map((event) => ({ ...event })),
  };
}

function leafSeen(actor: Running): ActorSeen {
  const nodes: AnyMachineSnapshot['_nodes'] = actor.ref._parent?.getSnapshot()._nodes ?? [];
  const invoked = nodes.flatMap(({ invoke }) => invoke).find(({ id }) => id === actor.ref.id);
  return {
    ...bareOf(actor),
    name: nameOf(actor.ref),
    machine: null,
    status: invoked?.onDone === undefined ? 'active' : 'waiting',
    states: [],
    lit: [],
    tags: [],
    events: [],
  };
}

const bareOf = ({ key, ref, startedAt }: Running) => ({
  key,
  parent: ref._parent?.sessionId ?? null,
  startedAt,
  endedAt: null,
});
