import { useState } from 'react';
import { listSkippedContacts, type PrintJob } from '#contract/printing.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { LEFT_ALONE_ROWS, LeftAloneCard } from '../bulk/LeftAloneCard.tsx';
import { skipWords } from './print-words.ts';

/** Contacts that a print left out. */
export function SkippedContacts({ job: { id, skipped } }: { job: PrintJob }) {
  const [page, setPage] = useState(1);
  const list = useResource(listSkippedContacts, { params: { id }, query: { page, limit: LEFT_ALONE_ROWS } });
  const rows = (list.data?.data ?? []).map((row) => ({ ...row, why: skipWords(row) }));
  const error = list.error?.message ?? null;
  return <LeftAloneCard title="Skipped" total={skipped} page={page} onPage={setPage} error={error} rows={rows} />;
}
