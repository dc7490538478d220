import type { ReactNode } from 'react';
import { History, Undo2 } from 'lucide-react';
import { type EventHistory, events, HISTORY_MAX } from '#contract/events.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatDate, formatTime, formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { useNow } from '../_base/use-now.ts';
import { changeWords } from './change-words.ts';
import { aboutWords, timeWords } from './event-words.ts';
import { useEventUndo } from './use-calendar.ts';
import './calendar.css';

/** Events that are over, and changes that can be undone. */
export function CalendarHistoryPage(): ReactNode {
  const read = useResource(events.history, { query: {} });
  return (
    <>
      <PageBar title="Calendar history" crumbs={[{ label: titleOf('/calendar'), href: '/calendar' }]} />
      <div className="body cal-history">
        <Body read={read} />
      </div>
    </>
  );
}

function Body({ read }: { read: ReturnType<typeof useResource<typeof events.history>> }) {
  if (read.data === null)
    return read.error === null ? (
      <SkeletonLines lines={10} label="Loading the history" />
    ) : (
      <ErrorPanel
        title="Couldn't load the history"
        text={read.error.message}
        requestId={read.error.requestId}
        actions={<Button onClick={read.reload}>Try again</Button>}
      />
    );
  const { past, changes } = read.data.data;
  if (past.length + changes.length === 0)
    return (
      <EmptyState
        icon={History}
        title="No history yet"
        text="Past events and changes of the last 90 days appear here."
      />
    );
  return (
    <>
      <Changes changes={changes} />
      <Past past={past} />
    </>
  );
}

/** More than the most that are shown aren't counted. */
const countOf = ({ length }: readonly unknown[]): string =>
  length < HISTORY_MAX ? String(length) : `latest ${length}`;

function Changes({ changes }: Pick<EventHistory, 'changes'>) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const undo = useEventUndo();
  const now = useNow();
  return (
    <Card title="Changes" count={countOf(changes)}>
      <ul>
        {changes.map((change) => (
          <li key={change.id} className="cal-change">
            <span className="grow">
              <span className="med">{change.title}</span>
              <span className="meta soft">
                {changeWords(change, zone)} · {change.by.name}, {formatWhen(change.at, zone, now)}
              </span>
            </span>
            {change.undone ? <span className="meta quiet">Undone</span> : null}
            {change.may_undo ? (
              <Button size="small" icon={Undo2} aria-label={`Undo: ${change.title}`} onClick={() => undo(change.id)}>
                Undo
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Past({ past }: Pick<EventHistory, 'past'>) {
  const zone = IANA_ZONES[useApp().user.timezone];
  return (
    <Card title="Past events" count={countOf(past)}>
      {past.length === 0 ? <p className="soft pad">No past events in the last 90 days.</p> : null}
      <ul>
        {past.map((event) => (
          <li key={event.key} className="cal-change">
            <span className="grow">
              <span className="med">{event.title}</span>
              <span className="meta soft">{aboutWords(event)}</span>
            </span>
            {event.contact === null ? null : (
              <Link href={`/contacts/${event.contact.number}`}>{event.contact.name}</Link>
            )}
            <span className="meta num quiet">
              {formatDate(event.starts_at, zone)}, {event.all_day ? 'all day' : formatTime(event.starts_at, zone)}
              <span className="sr"> ({timeWords(event, zone)})</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
