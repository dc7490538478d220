import type { LucideIcon } from 'lucide-react';
import type { ListMeta } from '#contract/_wire.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import type { Resource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './bulk.css';

/** Pieces of work of a page. Ours. */
export const WORK_ROWS = 50;

const CRUMBS = [{ label: 'Contacts', href: '/contacts' }];

interface Work {
  readonly id: number;
  readonly href: string;
  readonly title: string;
  /** Label of the status. */
  readonly said: string;
  /** ISO 8601. */
  readonly at: string;
}

interface WorkPageProps {
  title: 'Bulk changes' | 'Print jobs';
  list: Resource<{ meta: ListMeta }>;
  works: readonly Work[];
  page: number;
  onPage: (page: number) => void;
  empty: { icon: LucideIcon; title: string; text: string };
}

/** Work on many contacts, the newest first, a page at a time. */
export function WorkPage({ title, list, works, page, onPage, empty }: WorkPageProps) {
  const { user } = useApp();
  const now = useNow();
  const what = title.toLowerCase();
  const total = Math.max(list.data?.meta.total_count ?? 0, page === 1 ? works.length : 0);
  return (
    <>
      <PageBar title={title} crumbs={CRUMBS} />
      <div className="body">
        {list.data === null && list.error !== null ? (
          <ErrorPanel
            title={`Couldn't load ${what}`}
            text={list.error.message}
            requestId={list.error.requestId}
            actions={<Button onClick={list.reload}>Try again</Button>}
          />
        ) : null}
        {list.pending ? <SkeletonLines lines={6} label={`Loading ${what}`} /> : null}
        {list.data !== null && works.length === 0 ? <EmptyState {...empty} /> : null}
        <ul className="work-list">
          {works.map(({ id, href, title: name, said, at }) => (
            <li key={id}>
              <Link href={href}>{name}</Link>
              <span className="soft cut">{said}</span>
              <time className="meta quiet num end" dateTime={at}>
                {formatWhen(at, IANA_ZONES[user.timezone], now)}
              </time>
            </li>
          ))}
        </ul>
      </div>
      <Pages page={page} limit={WORK_ROWS} total={total} onPage={onPage} />
    </>
  );
}
