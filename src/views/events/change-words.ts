import type { EventHistory } from '#contract/events.contract.ts';
import { formatDate, formatTime } from '../_kit/format/format-when.ts';

type Change = Pick<EventHistory['changes'][number], 'action' | 'from_at' | 'to_at'>;

const when = (at: string | null, zone: string): string =>
  at === null ? '' : `${formatDate(at, zone)}, ${formatTime(at, zone)}`;

/** "Scheduled for 11/19/2026, 5:30 PM", "Moved from … to …". */
export function changeWords({ action, from_at: from, to_at: to }: Change, zone: string): string {
  if (action === 'created') return `Scheduled for ${when(to, zone)}`;
  if (action === 'moved') return `Moved from ${when(from, zone)} to ${when(to, zone)}`;
  return action === 'deleted' ? `Deleted, was ${when(from, zone)}` : 'Details changed';
}
