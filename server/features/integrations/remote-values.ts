import type { ContentField, EventContent } from '#rules/integrations/event-content.ts';
import { readRule } from '#rules/events/recurrence-rule.ts';
import type { RemoteEvent } from '../../adapters/calendars/calendar-port.ts';
import type { EventValues } from '../events/event-values.ts';
import { fromFirst, instantOf, occurrenceAt, overAt } from '../events/recurrence.ts';
import type { Derived } from '../events/event-rows.ts';

/** Lengths of fields here. Source: `EventFields` of the contract. */
const MOST = { title: 160, place: 200, notes: 4_000 } as const;
const YEARS = { first: '1990-01-01', last: '2099-12-31' } as const;
/** Days that an event lasts at most here. Ours. */
const MAX_MS = 100 * 86_400_000;

/** What a private event shows of itself. */
const BUSY = { title: 'Busy (private)', place: '', notes: '' } as const;

const cut = (text: string, most: number): string => {
  const trimmed = text.trim();
  // Half of a surrogate pair can't be stored.
  return trimmed.length <= most ? trimmed : trimmed.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
};

/**
 * A provider's event as an event here can say it; `null`: none can. Words that are too long are cut, and stay whole at the
 * provider until someone changes them here.
 */
export function contentFrom({ title, place, notes, when, isPrivate, seriesId }: RemoteEvent): EventContent | null {
  const rule = seriesId === null ? readRule(when.rule) : '';
  const start = when.start_local.slice(0, 10);
  if (rule === null || start < YEARS.first || when.end_local.slice(0, 10) > YEARS.last) return null;
  if (when.end_local < when.start_local) return null;
  const [from, to] = [instantOf(when.start_local, when.zone), instantOf(when.end_local, when.zone)];
  if (to.getTime() - from.getTime() > MAX_MS) return null;
  const times = rule === '' ? { ...when, rule, repeat_until: null, excluded: [] } : { ...when, rule };
  if (rule !== '' && fromFirst(times) === null) return null;
  const words = isPrivate
    ? BUSY
    : {
        title: cut(title, MOST.title) || 'No title',
        place: cut(place, MOST.place),
        notes: cut(notes, MOST.notes),
      };
  return { ...words, when: times };
}

/** An event here as both sides say it; `takenOut`: starts that are events of their own there. */
export const contentOf = (
  { title, place, notes, all_day, start_local, end_local, zone, rule, repeat_until, excluded }: EventValues,
  takenOut: readonly string[],
): EventContent => ({
  title,
  place,
  notes,
  when: {
    all_day,
    start_local,
    end_local,
    zone,
    rule,
    repeat_until,
    excluded: excluded.filter((start) => !takenOut.includes(start)).toSorted(),
  },
});

/** What a series says of its event that begins so by the rule; `null`: it has none. */
export function occurrenceContent(series: EventContent, start: string): EventContent | null {
  const one = occurrenceAt({ ...series.when, excluded: [] }, start);
  if (one === null) return null;
  const { start_local, end_local } = one;
  return { ...series, when: { ...series.when, start_local, end_local, rule: '', repeat_until: null, excluded: [] } };
}

/** Columns of an event that says this. */
export const columnsOf = ({ title, place, notes, when }: EventContent, takenOut: readonly string[]) => ({
  title,
  place,
  notes,
  ...when,
  excluded: [...new Set([...when.excluded, ...(when.rule === '' ? [] : takenOut)])].toSorted(),
});

/** Instants that follow from a schedule. */
export const derivedOf = (row: EventValues): Derived => ({
  starts_at: instantOf(row.start_local, row.zone),
  ends_at: instantOf(row.end_local, row.zone),
  over_at: overAt(row),
});

/** Of a private event, only its time goes to the provider: its words never came here. */
export const sendable = (fields: readonly ContentField[], isPrivate: boolean): ContentField[] =>
  isPrivate ? fields.filter((field) => field === 'when') : [...fields];

/** A lost value as a person reads it. */
export function lostText(content: EventContent, field: ContentField): string {
  if (field !== 'when') return content[field];
  const { all_day: isAllDay, start_local: start, end_local: end, rule } = content.when;
  const time = isAllDay ? start.slice(0, 10) : `${start.replace('T', ' ')} to ${end.replace('T', ' ')}`;
  return rule === '' ? time : `${time}, ${rule}`;
}
