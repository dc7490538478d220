import type { AppActors } from '../../src/actors/root.ts';
import { NO_LIST } from '../../src/machines/call-list/call-list.ts';
import type { FeatureActors } from '../../src/machines/_app/workplace.machine.ts';

/** A session of `user` with the features that a view needs; without a call list unless one is given. `send` gets what is sent to the session. */
export function sessionAtWork(
  user: unknown,
  features: Partial<Record<keyof FeatureActors, unknown>> = {},
  send: (event: unknown) => void = () => undefined,
): AppActors['session'] {
  const still = <Snapshot>(snapshot: Snapshot) => ({
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe: () => undefined }),
    send,
  });
  const callList = still({ context: NO_LIST, hasTag: () => false });
  return still({
    context: { user },
    children: { workplace: still({ children: { callList, ...features } }) },
  }) as unknown as AppActors['session'];
}
