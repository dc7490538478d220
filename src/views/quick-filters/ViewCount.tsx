import { readQuickFilter } from '#contract/quick-filters.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { formatCount } from '../_kit/format/format-count.ts';

/** Number of contacts in a view; empty until known. */
export function ViewCount({ id }: { id: number }) {
  const { data } = useResource(readQuickFilter, { params: { id } });
  const count = data?.data.count ?? null;
  return count === null ? null : <span className="count">{formatCount(count)}</span>;
}
