import type { EventObject, EventPayloadMap, StoreContext, StoreExtension } from '@xstate/store';

interface PersistOptions<Context> {
  /** Versioned key in the storage. */
  readonly name: string;
  /** Kept for this tab alone, instead of the browser. */
  readonly ofTab?: boolean;
  /** Fields to keep; all of them by default. */
  readonly pick?: (context: Context) => Partial<Context>;
}

/**
 * Extension that keeps a store in this browser: its fields are read when it is created and written after every event. A
 * storage that fails keeps nothing (core §8). Takes the place of `@xstate/store/persist` and reads what that has written;
 * its migrations, throttling and asynchronous storages would cost the first script more than a kilobyte.
 */
export const persist =
  <Context extends StoreContext, Payloads extends EventPayloadMap, Emitted extends EventObject>({
    name,
    ofTab = false,
    pick = (context) => context,
  }: PersistOptions<Context>): StoreExtension<Context, Payloads, Record<never, never>, Emitted> =>
  (logic) => {
    const storage = () => (ofTab ? sessionStorage : localStorage);
    return {
      ...logic,
      getInitialSnapshot: () => {
        const start = logic.getInitialSnapshot();
        return { ...start, context: { ...start.context, ...read<Context>(storage, name) } };
      },
      transition: (snapshot, event) => {
        const [next, effects] = logic.transition(snapshot, event as never);
        return [next, [...effects, () => write(storage, name, pick(next.context))]];
      },
    };
  };

function read<Context>(storage: () => Storage, name: string): Partial<Context> {
  try {
    const stored = JSON.parse(storage().getItem(name) ?? 'null') as { context?: Partial<Context> } | null;
    return stored?.context ?? {};
  } catch {
    return {};
  }
}

function write(storage: () => Storage, name: string, context: object): void {
  try {
    storage().setItem(name, JSON.stringify({ context, version: 0 }));
  } catch {
    // A full or forbidden storage costs what was to be kept, nothing else.
  }
}
