import type { EventType } from '#contract/events.contract.ts';
import type { Schedule } from './recurrence.ts';

/** What is written of an event. */
export interface EventValues extends Schedule {
  readonly user_id: number;
  readonly contact_id: number | null;
  readonly series_id: number | null;
  readonly type: EventType;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** Minutes before the start; `null`: those of the calendar. */
  readonly reminders: readonly number[] | null;
  readonly guests: readonly string[];
  readonly invites_contact: boolean;
  /** In its series, the start that it replaces; `null`: it was taken out of none. */
  readonly series_start: string | null;
}
