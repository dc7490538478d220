import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Endpoint, Reply } from '#contract/endpoint.ts';
import type { Pace, Resource as ResourceActor, ResourceState } from '../../actors/_resource.actors.ts';
import type { PlainArgs } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
import { useActors } from './app-context.ts';

export type { ResourceState };

export interface Resource<Data> {
  /** The latest data, even while arguments change. `null` for none yet. */
  readonly data: Data | null;
  /** The data answers earlier arguments. */
  readonly isEarlier: boolean;
  /** Error of the last load; earlier data may still be available. */
  readonly error: ApiError | null;
  /** True while there is nothing to show. */
  readonly pending: boolean;
  /** Something is shown, and a newer load is under way. */
  readonly refreshing: boolean;
  readonly reload: () => void;
}

const ASLEEP: ResourceState<never> = { data: null, error: null, isLoading: false };
const NOTHING: ResourceActor<never> = {
  subscribe: () => () => undefined,
  getSnapshot: () => ASLEEP,
  reload: () => undefined,
};

/** `reloadAfter` is the same function with every render. */
interface ResourceOptions<Data> extends Pace<Data> {
  /** Loads again when this changes, a version for instance. */
  readonly version?: number | string | null | undefined;
}

/** Response to a call, kept up to date while it is displayed. With `null`, no request is made. */
export function useResource<E extends Endpoint>(
  endpoint: E,
  args: PlainArgs<E> | null,
  { reloadAfter, settlesAfter, version }: ResourceOptions<Reply<E>> = {},
): Resource<Reply<E>> {
  const { resources } = useActors();
  const key = args === null ? null : JSON.stringify(args);
  const actor: ResourceActor<Reply<E>> = useMemo(
    () =>
      key === null ? NOTHING : resources.of(endpoint, JSON.parse(key) as PlainArgs<E>, { reloadAfter, settlesAfter }),
    // oxlint-disable-next-line react/exhaustive-deps -- a new version resubscribes, which reloads
    [resources, endpoint, key, reloadAfter, settlesAfter, version],
  );
  const { data, error, isLoading } = useSyncExternalStore(actor.subscribe, actor.getSnapshot);

  const [last, setLast] = useState<{ of: Endpoint; data: Reply<E> } | null>(null);
  if (data !== null && (last?.data !== data || last.of !== endpoint)) setLast({ of: endpoint, data });
  const shown = data ?? (args !== null && last?.of === endpoint ? last.data : null);

  return {
    data: shown,
    isEarlier: shown !== null && data === null,
    error,
    pending: args !== null && shown === null && error === null,
    refreshing: shown !== null && isLoading,
    reload: actor.reload,
  };
}
