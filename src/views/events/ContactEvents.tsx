import { Plus } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { events } from '#contract/events.contract.ts';
import { spanOf } from '#rules/events/calendar-view.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useState } from 'react';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';
import { TYPE_LABELS } from './event-words.ts';

/** Next events that a contact's page shows. Ours. */
const SHOWN = 3;

/** The next events with a contact, and a way to add one. */
export function ContactEvents({ contact, readOnly }: { contact: Contact; readOnly: boolean }) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const [now] = useState(clockNow);
  const read = useResource(events.ofContact, { query: { contact_id: contact.id } });
  const next = (read.data?.data ?? []).filter(({ ends_at: end }) => Date.parse(end) > now).slice(0, SHOWN);
  const hrefOf = (key: string, day: string, userId: number) =>
    `/calendar?view=day&date=${day}&event=${encodeURIComponent(key)}${userId === user.id ? '' : `&user=${userId}`}`;
  return (
    <section aria-label="Events">
      <div className="row">
        <h2 className="label">Events</h2>
        {readOnly ? null : (
          <ButtonLink
            size="small"
            look="plain"
            icon={Plus}
            className="end"
            href={`/calendar?event=new&contact=${contact.id}`}
          >
            Add
          </ButtonLink>
        )}
      </div>
      {read.data !== null && next.length === 0 ? <p className="soft">None planned</p> : null}
      {read.data === null && read.error !== null ? <p className="soft">{read.error.message}</p> : null}
      <ul className="stack">
        {next.map((event) => (
          <li key={event.key}>
            <Link href={hrefOf(event.key, spanOf(event, zone)[0], event.user.id)}>{event.title}</Link>
            <p className="meta quiet">
              {TYPE_LABELS[event.type]}, {formatDate(event.starts_at, zone)}
              {event.all_day ? '' : `, ${formatTime(event.starts_at, zone)}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
