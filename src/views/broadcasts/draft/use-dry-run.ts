import { useSelector } from '@xstate/react';
import { dryRunBroadcast } from '#contract/broadcasts.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { type ResourceState, useResource } from '../../_base/use-resource.ts';

/** Runs again by itself once the server takes it: its number of checks a minute is limited. */
const onceTaken = ({ error }: ResourceState<unknown>): number | null =>
  error === null || error.retryAfter === null ? null : error.retryAfter * 1000;

/** What sending the saved draft would come to. Read again with every version; nothing is sent. */
export function useDryRun(actor: BroadcastActor, { id, version }: Broadcast) {
  const isSaved = useSelector(actor, (now) => now.hasTag('saved'));
  const read = useResource(dryRunBroadcast, { params: { id } }, { version, reloadAfter: onceTaken });
  return {
    run: read.data?.data ?? null,
    pending: read.pending,
    /** Numbers of an earlier version of the draft. */
    isEarlier: !isSaved || read.refreshing || read.error !== null,
    error: read.error,
    reload: read.reload,
  };
}
