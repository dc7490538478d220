import { History } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { readTimeline, type TimelineKind } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { byDay } from './days.ts';
import { KIND_WORDS } from './entry-words.ts';
import { TimelineEvent } from './TimelineEvent.tsx';

interface TimelinePageProps {
  contact: Contact;
  /** `null`: all. */
  kind: TimelineKind | null;
  /** `null`: from the top. */
  cursor: string | null;
  /** Last day of the previous page, which already has its heading. */
  dayBefore: string | null;
  /** Number of pages displayed from here on. */
  pages: number;
  onEarlier: () => void;
}

/**
 * One page of the timeline and those behind it. Each starts where the one before it ends, so that what comes in at the
 * top moves through all of them and nothing falls between two.
 */
export function TimelinePage({ contact, kind, cursor, dayBefore, pages, onEarlier }: TimelinePageProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const query = { ...(kind && { kind }), ...(cursor && { cursor }) };
  const page = useResource(readTimeline, { params: { id: contact.id }, query });
  if (!page.data) {
    if (page.error === null) return <SkeletonLines lines={4} label="Loading timeline" />;
    return (
      <ErrorPanel
        title="Couldn't load timeline"
        text={page.error.message}
        requestId={page.error.requestId}
        actions={<Button onClick={page.reload}>Try again</Button>}
      />
    );
  }

  const { data, meta } = page.data;
  const days = byDay(data, zone, now);
  if (data.length === 0 && cursor === null) return <NothingYet kind={kind} />;
  return (
    <>
      {days.map(({ label, entries }) => (
        <section key={label} aria-label={label}>
          {label === dayBefore ? null : <h2 className="timeline-day">{label}</h2>}
          <ol>
            {entries.map((entry) => (
              <TimelineEvent key={entry.key} entry={entry} contact={contact} />
            ))}
          </ol>
        </section>
      ))}
      {meta.next_cursor === null ? null : pages > 1 ? (
        <TimelinePage
          contact={contact}
          kind={kind}
          cursor={meta.next_cursor}
          dayBefore={days.at(-1)?.label ?? dayBefore}
          pages={pages - 1}
          onEarlier={onEarlier}
        />
      ) : (
        <p className="timeline-more">
          <Button onClick={onEarlier}>Load earlier</Button>
        </p>
      )}
    </>
  );
}

function NothingYet({ kind }: { kind: TimelineKind | null }) {
  if (kind === null)
    return <EmptyState icon={History} title="No activity yet" text="Activity for this contact appears here." />;
  const { label, icon } = KIND_WORDS[kind];
  return (
    <EmptyState
      icon={icon}
      title={`No ${label.toLowerCase()} yet`}
      text={kind === 'workflows' ? 'No workflows have run for this contact.' : 'Choose All to see all activity.'}
    />
  );
}
