import type { Lock, Mode, Transaction } from './wal-reader.ts';

/** One transaction that held something and requested something else. */
export interface Example {
  readonly xid: string;
  readonly held: Lock;
  readonly requested: Lock;
}

/** Transactions that requested one kind of lock while they held another one. */
export interface Step {
  readonly held: string;
  readonly heldMode: Mode;
  readonly requested: string;
  readonly requestedMode: Mode;
  /** Strength in which the requested row was held before; `null`: it wasn't. */
  readonly requestedFrom: Mode | null;
  /** Tables whose rows they had locked before both, and to which both belong. */
  readonly guards: readonly string[];
  /** True if both are rows of one table, and the second one has the smaller id. */
  readonly descends: boolean;
  readonly count: number;
  readonly examples: readonly Example[];
}

/** Modes that exclude each other. Source: PostgreSQL, "Conflicting Row-Level Locks". */
const EXCLUDES: Readonly<Record<Mode, readonly Mode[]>> = {
  'key share': ['update'],
  share: ['no key update', 'update'],
  'no key update': ['share', 'no key update', 'update'],
  update: ['key share', 'share', 'no key update', 'update'],
};

const excludes = (left: Mode, right: Mode): boolean => EXCLUDES[left].includes(right);

/** Examples that are kept of a step. Many are the tests' own. */
const KEPT = 40;

/** Collects in which orders transactions take locks. */
export class LockGraph {
  transactions = 0;
  locks = 0;
  readonly #steps = new Map<string, Step & { count: number; examples: Example[] }>();
  readonly #belongs: ReadonlyMap<string, ReadonlySet<string>>;

  /** `belongs`: by table, the tables to whose rows its rows belong. */
  constructor(belongs: ReadonlyMap<string, ReadonlySet<string>> = new Map()) {
    this.#belongs = belongs;
  }

  add({ xid, locks }: Transaction): void {
    if (locks.length === 0) return;
    this.transactions += 1;
    this.locks += locks.length;
    const held: Lock[] = [];
    for (const requested of locks) {
      for (const [index, lock] of held.entries()) {
        if (requested.waits && lock.what !== requested.what)
          this.#note(xid, lock, requested, this.#guards(held.slice(0, index), lock, requested));
      }
      this.#within(xid, held, requested);
      // The first one of each kind has the fewest locks before it, and the highest id shows a descent.
      const same = held.find(({ what, mode }) => what === requested.what && mode === requested.mode);
      if (same === undefined) held.push(requested);
      this.#highest.set(
        `${requested.what} ${requested.mode}`,
        higher(same && this.#highest.get(kindOf(same)), requested),
      );
    }
    this.#highest.clear();
  }

  readonly #highest = new Map<string, Lock>();

  #within(xid: string, held: readonly Lock[], requested: Lock): void {
    if (requested.id === null || !requested.waits) return;
    for (const [index, first] of held.entries()) {
      const before = this.#highest.get(kindOf(first));
      if (
        before?.id === undefined ||
        before.id === null ||
        before.what !== requested.what ||
        before.id === requested.id
      )
        continue;
      this.#note(
        xid,
        before,
        requested,
        this.#guards(held.slice(0, index), first, requested),
        before.id > requested.id,
      );
    }
  }

  /** Tables that both belong to and that are locked already: who wants either waits for them. */
  #guards(before: readonly Lock[], held: Lock, requested: Lock): string[] {
    const tables = before.filter(({ mode }) => excludes(mode, mode)).map(({ what }) => what);
    return [...new Set(tables)]
      .filter((table) => this.#belongsTo(held, table) && this.#belongsTo(requested, table))
      .toSorted();
  }

  #belongsTo = ({ what }: Lock, table: string): boolean =>
    this.#belongs.get(what.replace(/^key of /, ''))?.has(table) ?? false;

  #note(xid: string, held: Lock, requested: Lock, guards: readonly string[], descends = false): void {
    const key = [held.what, held.mode, requested.what, requested.mode, requested.from, descends, ...guards].join('>');
    const step = this.#steps.get(key) ?? {
      held: held.what,
      heldMode: held.mode,
      requested: requested.what,
      requestedMode: requested.mode,
      requestedFrom: requested.from,
      guards,
      descends,
      count: 0,
      examples: [],
    };
    this.#steps.set(key, step);
    step.count += 1;
    if (step.examples.length < KEPT) step.examples.push({ xid, held, requested });
  }

  steps(): readonly Step[] {
    return [...this.#steps.values()];
  }
}

const kindOf = ({ what, mode }: Lock): string => `${what} ${mode}`;

const higher = (one: Lock | undefined, other: Lock): Lock => ((one?.id ?? -1) > (other.id ?? -1) && one ? one : other);

/**
 * The shortest circle of each set of kinds: transactions of which each waits for what the next one holds. A circle whose
 * transactions have all locked a row of one table before, to which everything in it belongs, is none.
 */
export function circlesOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const between = steps.filter(({ held, requested }) => held !== requested);
  const found = new Map<string, readonly Step[]>();
  for (const first of between) {
    const circle = circleFrom(first, between);
    if (circle === null) continue;
    const key = [...new Set(circle.map(({ held }) => held))].toSorted().join(' ');
    if (!found.has(key)) found.set(key, circle);
  }
  return [...found.values()].toSorted((a, b) => a.length - b.length);
}

/** Steps within a table, against the order of ids, that another transaction of the same kind would wait for. */
export function descentsOf(steps: readonly Step[]): readonly Step[] {
  const within = steps.filter(({ held, requested }) => held === requested);
  return within.filter(
    (step) =>
      step.descends &&
      excludes(step.heldMode, step.requestedMode) &&
      within.some((other) => other.held === step.held && !step.guards.some((guard) => other.guards.includes(guard))),
  );
}

function circleFrom(first: Step, steps: readonly Step[]): readonly Step[] | null {
  const ways: { readonly steps: readonly Step[]; readonly guards: readonly string[] }[] = [
    { steps: [first], guards: first.guards },
  ];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const { guards } = way;
    const last = way.steps.at(-1) ?? first;
    if (guards.length === 0 && meets(last, first)) return way.steps;
    for (const [index, next] of steps.entries()) {
      if (!meets(last, next)) continue;
      const shared = guards.filter((guard) => next.guards.includes(guard));
      const key = [index, ...shared].join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      ways.push({ steps: [...way.steps, next], guards: shared });
    }
  }
  return null;
}

/**
 * True if the request of one step waits for what the other one holds. One that strengthens a lock meets only those that
 * the weaker lock has let in.
 */
const meets = ({ requested, requestedMode, requestedFrom }: Step, { held, heldMode }: Step): boolean =>
  requested === held &&
  excludes(requestedMode, heldMode) &&
  (requestedFrom === null || !excludes(requestedFrom, heldMode));
