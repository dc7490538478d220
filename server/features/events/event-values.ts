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
}
