import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Resource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './timeline.css';

interface LogPageProps<Row> {
  /** Accessible label. */
  label: string;
  page: Resource<{ data: Row[]; meta: ListMeta }>;
  /** Text while it is empty. */
  empty: { icon: LucideIcon; title: string; text: string };
  onPage: (page: number) => void;
  row: (row: Row) => ReactNode;
}

/** Rows on a page of a log. Ours. */
export const LOG_ROWS = 20;

/** One page of a log of a contact, newest first. */
export function LogPage<Row>({ label, page: { data: found, error, reload }, empty, onPage, row }: LogPageProps<Row>) {
  if (found === null) {
    if (error === null) return <SkeletonLines lines={4} label={`Loading ${label.toLowerCase()}`} />;
    return (
      <ErrorPanel
        title={`Couldn't load ${label.toLowerCase()}`}
        text={error.message}
        requestId={error.requestId}
        actions={<Button onClick={reload}>Try again</Button>}
      />
    );
  }
  const { data, meta } = found;
  if (data.length === 0) return <EmptyState {...empty} />;
  return (
    <section aria-label={label}>
      <ol className="log">{data.map(row)}</ol>
      <Pages page={meta.current_page} limit={meta.limit} total={meta.total_count ?? 0} onPage={onPage} />
    </section>
  );
}
