import { useState } from 'react';
import { listTransferLogs, type TransferAttempt } from '#contract/transfers.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatDate, formatTimeWithSeconds } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { EVENT_WORDS, eventSentence } from './transfer-words.ts';

const PAGE_ROWS = 10;

/** Log of a transfer, newest first. */
export function TransferLogs({ attempt }: { attempt: TransferAttempt }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const [page, setPage] = useState(1);
  const args = { params: { id: attempt.id }, query: { page, limit: PAGE_ROWS } };
  const list = useResource(listTransferLogs, args, { version: attempt.version });
  const total = list.data?.meta.total_count ?? 0;
  return (
    <Card title="Activity">
      {list.pending ? <SkeletonLines lines={4} label="Loading activity" /> : null}
      {list.error && list.data === null ? (
        <div className="pad">
          <Note tone="bad" title={list.error.message}>
            <Button size="small" onClick={list.reload}>
              Try again
            </Button>
          </Note>
        </div>
      ) : null}
      <ul className="transfer-log">
        {(list.data?.data ?? []).map(({ id, at, event, user, text }) => (
          <li key={id}>
            <span className="med cut">
              {EVENT_WORDS[event] ?? 'Note'}
              {user ? <span className="soft"> by {user.name}</span> : null}
            </span>
            <time className="meta quiet num" dateTime={at} title={formatDate(at, zone)}>
              {formatTimeWithSeconds(at, zone)}
            </time>
            <p className="soft">{eventSentence(event, text)}</p>
          </li>
        ))}
      </ul>
      <Pages page={page} limit={PAGE_ROWS} total={total} onPage={setPage} />
    </Card>
  );
}
