import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listTransferHistory, type OwnerChange } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { formatTime, formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { LOG_ROWS, LogPage } from './LogPage.tsx';

/** Owners of a contact over time, with who moved it and why. */
export function TransferHistoryTab({ contact }: { contact: Contact }) {
  const [page, setPage] = useState(1);
  const log = useResource(listTransferHistory, { params: { id: contact.id }, query: { page, limit: LOG_ROWS } });
  const empty = {
    icon: ArrowLeftRight,
    title: 'Never transferred',
    text: `${contact.owner.name} has always been the owner. Owner changes appear here.`,
  };
  return (
    <LogPage
      label="Transfer history"
      page={log}
      empty={empty}
      onPage={setPage}
      row={(change) => <OwnerRow key={`${change.reason} ${change.id}`} change={change} />}
    />
  );
}

const REASONS: Readonly<Record<string, string>> = {
  assigned: 'Assigned manually',
  returned: 'Returned manually',
  merged: 'Chosen in a merge',
  unmerged: 'Unmerged',
  transferred: 'Transferred',
  put_back: 'Transfer reverted',
};

function OwnerRow({ change: { at, from, to, actor, acting_as, reason } }: { change: OwnerChange }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const by = acting_as === null ? actor.name : `${actor.name}, as ${acting_as.name}`;
  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={ArrowLeftRight} />
      </span>
      <div className="grow">
        <p className="event-head">
          <span>
            From <b>{from.name}</b> to <b>{to.name}</b>
          </span>
          <time dateTime={at} title={formatTime(at, zone)} className="meta quiet num">
            {formatWhen(at, zone, now)}
          </time>
        </p>
        <p className="meta soft">
          {REASONS[reason] ?? reason} by {by}
        </p>
      </div>
    </li>
  );
}
