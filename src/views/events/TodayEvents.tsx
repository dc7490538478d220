import { CalendarDays } from 'lucide-react';
import { events } from '#contract/events.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatTime } from '../_kit/format/format-when.ts';
import { aboutWords, rangeDate } from './event-words.ts';

/** The current user's events of a day (`YYYY-MM-DD`) that aren't over. */
export function TodayEvents({ today }: { today: string }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const day = rangeDate(today);
  const read = useResource(events.list, { query: { start_date: day, end_date: day, today_events: 'true', zone } });
  const found = read.data?.data ?? [];
  return (
    <Card title="Today's events" count={read.data === null ? undefined : String(found.length)}>
      {read.error !== null && read.data === null ? <p className="soft pad">{read.error.message}</p> : null}
      {read.data !== null && found.length === 0 ? (
        <p className="soft pad row">
          <Icon of={CalendarDays} /> No more events today.
        </p>
      ) : null}
      <ul>
        {found.map((event) => (
          <li key={event.key} className="dashboard-line">
            <span className="grow dashboard-who">
              <Link href={`/calendar?view=day&event=${encodeURIComponent(event.key)}`}>{event.title}</Link>
              <span className="meta quiet cut">{aboutWords(event)}</span>
            </span>
            <span className="meta num">{event.all_day ? 'All day' : formatTime(event.starts_at, zone)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
