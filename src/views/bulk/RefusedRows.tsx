import { useState } from 'react';
import { type BulkJob, listRefusedRows } from '#contract/bulk.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { REASON_WORDS } from './bulk-words.ts';
import { LEFT_ALONE_ROWS, LeftAloneCard } from './LeftAloneCard.tsx';

const TITLES = { job: 'Skipped', undo: 'Not undone' } as const;

/** Contacts that a job or its undo skipped. */
export function RefusedRows({ job, of, total }: { job: BulkJob; of: 'job' | 'undo'; total: number }) {
  const [page, setPage] = useState(1);
  const list = useResource(listRefusedRows, { params: { id: job.id }, query: { page, limit: LEFT_ALONE_ROWS, of } });
  const rows = (list.data?.data ?? []).map((row) => ({ ...row, why: REASON_WORDS[row.reason] }));
  const error = list.error?.message ?? null;
  return <LeftAloneCard title={TITLES[of]} total={total} page={page} onPage={setPage} error={error} rows={rows} />;
}
