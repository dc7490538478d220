import { useState } from 'react';
import {
  type AttachmentImport,
  cancelAttachmentImport,
  listAttachmentImports,
  listUnmatchedFiles,
} from '#contract/files.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { TabState } from '../records/TabState.tsx';

/** One ZIP: its progress, and the entries that matched no contact. */
export function AttachmentRow({ one }: { one: AttachmentImport }) {
  const { user, toasts } = useApp();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const cancel = useSubmit(cancelAttachmentImport, {
    invalidates: [listAttachmentImports],
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return (
    <li className="file-row attachment">
      <div className="grow file-words">
        <span className="med">{one.file_name}</span>
        <span className="meta quiet">{formatWhen(one.created_at, IANA_ZONES[user.timezone], now)}</span>
        <HowFar one={one} />
        {one.import_id === null ? null : <Link href={`/imports/${one.import_id}`}>View the lead import</Link>}
        {open ? <Unmatched id={one.id} /> : null}
      </div>
      <span className="file-acts">
        {one.unmatched > 0 ? (
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Hide unmatched' : `${formatCount(one.unmatched)} unmatched`}
          </Button>
        ) : null}
        {one.finished_at === null ? (
          <Button
            size="small"
            busy={cancel.state === 'submitting'}
            onClick={() => cancel.submit({ params: { attachmentImportId: one.id } })}
          >
            Cancel
          </Button>
        ) : null}
      </span>
    </li>
  );
}

function HowFar({ one: { status, failure, file_name: name, done, total, attached } }: { one: AttachmentImport }) {
  const sum = `${formatCounted(attached, 'file', 'files')} attached`;
  if (status === 'failed') return <StatusWord tone="bad">{failure}</StatusWord>;
  if (status === 'done') return <StatusWord tone={attached > 0 ? 'good' : 'warn'}>{sum}</StatusWord>;
  if (status === 'cancelled') return <StatusWord tone="warn">{`Canceled: ${sum}`}</StatusWord>;
  if (status === 'importing') return <StatusWord tone="info">Importing leads.</StatusWord>;
  const text = total === null ? 'Waiting' : `${formatCount(done)} of ${formatCount(total)} files`;
  return <ProgressLine thin label={`Files of ${name}`} done={done} total={total} text={text} />;
}

/** Names with the reason, the first 200. */
function Unmatched({ id }: { id: number }) {
  const list = useResource(listUnmatchedFiles, { params: { attachmentImportId: id }, query: { page: 1, limit: 200 } });
  return (
    <TabState resource={list} what="Files">
      {({ data }) => (
        <ul className="unmatched" aria-label="Unmatched files">
          {data.map(({ name, reason }) => (
            <li key={name}>
              <b>{name}</b> <span className="soft">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </TabState>
  );
}
