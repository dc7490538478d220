import { useSearch } from '@tanstack/react-router';
import { mergeSearch } from './merge-search.ts';
import { MergePage } from './MergePage.tsx';

/** The merge of the contacts in the address. */
export function MergeRoute() {
  const { ids = '' } = mergeSearch({ ...(useSearch({ strict: false }) as object) });
  const chosen = [...new Set(ids.split(',').map(Number))].filter((id) => id > 0);
  return <MergePage key={ids} ids={chosen} />;
}
