import { useSelector } from '@xstate/react';
import { dryRunBroadcast } from '#contract/broadcasts.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { useResource } from '../../_base/use-resource.ts';

/** What sending the saved draft would come to. Read again with every version; nothing is sent. */
export function useDryRun(actor: BroadcastActor, { id, version }: Broadcast) {
  const isSaved = useSelector(actor, (now) => now.hasTag('saved'));
  const read = useResource(dryRunBroadcast, { params: { id } }, { version });
  return {
    run: read.data?.data ?? null,
    faults: read.data?.data.faults ?? [],
    pending: read.pending,
    /** Numbers of an earlier version of the draft. */
    isEarlier: !isSaved || read.refreshing,
    error: read.error,
    reload: read.reload,
  };
}
