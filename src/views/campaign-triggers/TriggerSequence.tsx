import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import { dryRunTrigger, type Enrollment, readEnrollments, stopEnrollment } from '#contract/sequences.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { DataRows } from '../_kit/display/DataTable.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Pages } from '../_kit/display/Pages.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { enrollmentLabel, plannedLabel } from './sequence-words.ts';
import './sequence.css';

/** Contacts of each table at a time. Ours: the panel is narrow. */
const LIMIT = 10;
/** Milliseconds between two looks at the sequence. Ours: a step takes a moment. */
const LOOK_MS = 15_000;
const always = (): number => LOOK_MS;

/** Contacts in the sequence of a trigger, and what it would send next. */
export function TriggerSequence({ trigger: { id, enabled } }: { trigger: CampaignTrigger }) {
  const [isAhead, setIsAhead] = useState(false);
  return (
    <section className="in-panel whole stack" aria-label="Sequence">
      {enabled ? null : <p className="soft">Paused: contacts in this sequence wait until the trigger is enabled.</p>}
      <InSequence triggerId={id} />
      <div className="row">
        <Button size="small" icon={CalendarClock} aria-expanded={isAhead} onClick={() => setIsAhead(!isAhead)}>
          Next 30 days
        </Button>
      </div>
      {isAhead ? <Ahead triggerId={id} /> : null}
    </section>
  );
}

function useWhen(): (at: string) => string {
  const { user } = useApp();
  const now = useNow();
  return (at) => formatWhen(at, IANA_ZONES[user.timezone], now);
}

function InSequence({ triggerId }: { triggerId: number }) {
  const { toasts } = useApp();
  const when = useWhen();
  const [page, setPage] = useState(1);
  const asked = { params: { id: triggerId }, query: { page, limit: LIMIT } };
  const list = useResource(readEnrollments, asked, { reloadAfter: always });
  const stop = useSubmit(stopEnrollment, {
    invalidates: [readEnrollments, dryRunTrigger],
    onDone: ({ data }) => toasts.show({ tone: 'good', text: `Stopped for ${data.contact.name}` }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  if (list.error !== null && list.data === null) return <Failed text={list.error.message} onRetry={list.reload} />;
  if (list.data?.meta.total_count === 0) return <p className="soft">No contacts are in this sequence yet.</p>;
  return (
    <>
      <DataRows
        label="Contacts in this sequence"
        columns={[
          { head: 'Contact', cell: nameOf, narrow: 'title' },
          { head: 'Status', cell: (row: Enrollment) => enrollmentLabel(row, when), narrow: 'sub' },
        ]}
        rows={list.data?.data ?? null}
        busy={list.refreshing}
        actions={(row) =>
          row.status === 'waiting' || row.status === 'held' ? (
            <Button
              size="small"
              busy={stop.state === 'submitting'}
              aria-label={`Stop for ${row.contact.name}`}
              onClick={() => stop.submit({ params: { id: row.id } })}
            >
              Stop
            </Button>
          ) : null
        }
      />
      <Pages page={page} limit={LIMIT} total={list.data?.meta.total_count ?? 0} onPage={setPage} />
    </>
  );
}

const nameOf = ({ contact: { number, name } }: Pick<Enrollment, 'contact'>) => (
  <Link href={`/contacts/${number}`}>{name || `#${number}`}</Link>
);

function Ahead({ triggerId }: { triggerId: number }) {
  const when = useWhen();
  const [page, setPage] = useState(1);
  const list = useResource(dryRunTrigger, { params: { id: triggerId }, body: { page, limit: LIMIT } });
  if (list.error !== null && list.data === null) return <Failed text={list.error.message} onRetry={list.reload} />;
  if (list.data?.meta.total_count === 0) return <p className="soft">Nothing is planned in the next 30 days.</p>;
  // A contact has a row for each message.
  const rows = list.data?.data.map((row) => ({ ...row, id: `${row.contact.id} ${row.at} ${row.step}` })) ?? null;
  return (
    <>
      <DataRows
        label="Next 30 days"
        columns={[
          { head: 'Contact', cell: nameOf, narrow: 'title' },
          { head: 'When', cell: ({ at }) => <time dateTime={at}>{when(at)}</time>, narrow: 'aside' },
          { head: 'What', cell: plannedLabel, narrow: 'sub' },
        ]}
        rows={rows}
        busy={list.refreshing}
      />
      <Pages page={page} limit={LIMIT} total={list.data?.meta.total_count ?? 0} onPage={setPage} />
    </>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Note tone="bad" role="alert" title={text}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </Note>
  );
}
