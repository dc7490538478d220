import { X } from 'lucide-react';
import { type DryRunContact, type DryRunRow, listDryRunContacts } from '#contract/workflows/dry-runs.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { Pages } from '../../_kit/display/Pages.tsx';
import { formatContacts } from '../../_kit/format/format-count.ts';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { Failed } from '../Failed.tsx';
import { useWhen } from '../use-when.ts';
import { DRY_OUTCOME_WORDS } from './dry-run-words.ts';

/** Contacts of a page. Ours. */
const LIMIT = 50;

interface BehindPanelProps {
  /** Of the dry run. */
  id: number;
  /** Rises when there may be more contacts. */
  version: number;
  row: DryRunRow;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The contacts behind a number, by their time. */
export function BehindPanel({ id, version, row, page, onPage, onClose }: BehindPanelProps) {
  const when = useWhen();
  const { step_id: step, outcome, reason } = row;
  const query = { step, outcome, reason, page, limit: LIMIT };
  const list = useResource(listDryRunContacts, { params: { id }, query }, { version });
  const rows = list.data?.data ?? null;
  return (
    <aside className="side" aria-label="Contacts behind the number" aria-busy={list.refreshing || list.isEarlier}>
      <header>
        <h2 className="grow cut">{formatContacts(row.contacts)}</h2>
        <IconButton icon={X} size="small" label="Close" onClick={onClose} />
      </header>
      <div className="flow-form stack">
        <p className="soft">
          {row.step}. {outcome === 'done' && reason !== '' ? reason : DRY_OUTCOME_WORDS[outcome].text}
          {outcome === 'done' || reason === '' ? '' : `: ${reason}`}
        </p>
        {rows === null && list.error !== null ? (
          <Failed title="Couldn't load the contacts" error={list.error} onRetry={list.reload} />
        ) : rows === null ? (
          <SkeletonLines lines={6} label="Loading the contacts" />
        ) : (
          <ul className="flow-trial">
            {rows.map((one) => (
              <li key={one.id}>
                <span className="row">
                  <span className="med grow cut">{nameOf(one)}</span>
                  <time className="meta quiet num" dateTime={one.at}>
                    {when(one.at)}
                  </time>
                </span>
                {one.message === '' || one.message === reason ? null : <p className="soft">{one.message}</p>}
              </li>
            ))}
          </ul>
        )}
        <Pages page={page} limit={LIMIT} total={list.data?.meta.total_count ?? 0} onPage={onPage} />
      </div>
    </aside>
  );
}

const nameOf = ({ contact }: DryRunContact) =>
  contact === null ? (
    'A contact that you can’t see'
  ) : (
    <Link href={`/contacts/${contact.number}`}>{contact.name || `#${contact.number}`}</Link>
  );
