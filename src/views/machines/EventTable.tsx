import type { Recorded } from '../_base/machines/machines-seen.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { clockOf, outcomeWords } from './machine-words.ts';

/** The last events of one machine and their effects, newest first. */
export function EventTable({ events, zone }: { events: readonly Recorded[]; zone: string }) {
  return (
    <Card title="Last events" count={formatCount(events.length)}>
      <Table compact aria-label="Last events" className="events">
        <colgroup>
          <col style={{ width: '9.5em' }} />
          <col />
          <col style={{ width: '38%' }} />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>Time</HeadCell>
            <HeadCell>Event</HeadCell>
            <HeadCell>Next state</HeadCell>
          </tr>
        </thead>
        <tbody>
          {events.toReversed().map((event) => (
            <tr key={event.n}>
              <Cell className="n">{clockOf(event.at, zone)}</Cell>
              <Cell title={event.fields}>
                <code>{event.cause}</code>
                {event.times === 1 ? null : <span className="num"> × {formatCount(event.times)}</span>}{' '}
                <span className="quiet">{event.fields}</span>
              </Cell>
              <Cell className={event.outcome === 'moved' ? 'today' : 'quiet'}>{outcomeWords(event)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
