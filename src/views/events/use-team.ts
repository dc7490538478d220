import type { CallArgs } from '#contract/endpoint.ts';
import { events } from '#contract/events.contract.ts';
import { listOwners } from '#contract/profile.contract.ts';
import { useResource } from '../_base/use-resource.ts';

type ListArgs = Pick<CallArgs<typeof events.list>, 'query'>;

/** Events of up to four people; those of the first one are loaded elsewhere. */
export function useTeam(ids: readonly number[], argsOf: (id: number) => ListArgs) {
  const [, second, third, fourth] = ids;
  const args = (id: number | undefined) => (id === undefined ? null : argsOf(id));
  const reads = [
    useResource(events.list, args(second)),
    useResource(events.list, args(third)),
    useResource(events.list, args(fourth)),
  ];
  const people = useResource(listOwners, ids.length > 0 ? {} : null).data?.data ?? [];
  return {
    people,
    events: ids.length < 2 ? [] : reads.flatMap(({ data }) => data?.data ?? []),
    /** The read of the first calendar that failed to load; `null`: none failed. */
    failed: ids.length < 2 ? null : (reads.find(({ data, error }) => data === null && error !== null) ?? null),
  };
}
