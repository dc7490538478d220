import { useSelector } from '@xstate/react';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { listPrints } from '#contract/printing.contract.ts';
import { IANA_ZONES } from '#rules/time-zone.ts';
import { isRunning } from '../../machines/printing/print-context.ts';
import { useApp } from '../_app/use-app.ts';
import { useNow } from '../_app/use-now.ts';
import { useResource } from '../_app/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';
import { ErrorPanel } from '../_kit/ErrorPanel.tsx';
import { formatRange } from '../_kit/format-count.ts';
import { formatWhen } from '../_kit/format-when.ts';
import { Link } from '../_kit/Link.tsx';
import { Pager } from '../_kit/Pager.tsx';
import { SkeletonLines } from '../_kit/Skeleton.tsx';
import { mergeRunning } from '../imports/merge-running.ts';
import { outcomeOf, printTitle, STATUS_WORDS } from './print-words.ts';
import './printing.css';

const CRUMBS = [{ label: 'Contacts', href: '/contacts' }];

const LIMIT = 50;

/** Letters and labels, the newest first; what runs moves in place. */
export function PrintsPage() {
  const { user, printing } = useApp();
  const running = useSelector(printing, ({ context }) => context.running);
  const [page, setPage] = useState(1);
  const now = useNow();
  const prints = useResource(listPrints, { query: { page, limit: LIMIT } });
  const known = mergeRunning(prints.data?.data ?? [], running, prints.data !== null && page === 1);
  const total = Math.max(prints.data?.meta.total_count ?? 0, page === 1 ? known.length : 0);
  const from = (page - 1) * LIMIT;
  return (
    <>
      <PageBar title="Prints" crumbs={CRUMBS} />
      <div className="body">
        {prints.data === null && prints.error !== null ? (
          <ErrorPanel
            title="The prints could not be loaded"
            text={prints.error.message}
            requestId={prints.error.requestId}
            actions={<Button onClick={prints.reload}>Try again</Button>}
          />
        ) : null}
        {prints.pending ? <SkeletonLines lines={6} label="Loading prints" /> : null}
        {prints.data !== null && known.length === 0 ? (
          <EmptyState
            icon={Printer}
            title="No prints yet"
            text="Select contacts, then choose Print… under More. Letters and labels stand here; the file is kept a week."
          />
        ) : null}
        <ul className="print-jobs">
          {known.map((job) => (
            <li key={job.id}>
              <Link href={`/prints/${job.jid}`}>{printTitle(job)}</Link>
              <span className="soft cut">{isRunning(job) ? STATUS_WORDS[job.status].text : outcomeOf(job).text}</span>
              <time className="meta quiet num end" dateTime={job.created_at}>
                {formatWhen(job.created_at, IANA_ZONES[user.timezone], now)}
              </time>
            </li>
          ))}
        </ul>
      </div>
      {total > LIMIT ? (
        <Pager
          text={formatRange(from + 1, Math.min(from + LIMIT, total), total)}
          onPrevious={page > 1 ? () => setPage(page - 1) : undefined}
          onNext={from + LIMIT < total ? () => setPage(page + 1) : undefined}
        />
      ) : null}
    </>
  );
}
