import type { Found } from '../../machines/call-list/call-list.ts';
import { formatCount } from '../_kit/format/format-count.ts';

/** Contacts missing from a list that was just read. `null`: none. */
export function leftOutWords({ entries, left }: Found): string | null {
  const parts = [
    left.without_phone > 0 ? `${formatCount(left.without_phone)} without a phone number` : '',
    left.not_allowed > 0 ? `${formatCount(left.not_allowed)} who can't be called` : '',
  ].filter(Boolean);
  const rest = left.more ? 'Only the first contacts fit the list.' : '';
  if (entries.length === 0) return ['No contacts to call.', ...sentence(parts), rest].filter(Boolean).join(' ');
  const words = [...sentence(parts), rest].filter(Boolean).join(' ');
  return words === '' ? null : words;
}

const sentence = (parts: readonly string[]): string[] => (parts.length === 0 ? [] : [`Left out: ${parts.join(', ')}.`]);

/** What happens now, for each state of the list. */
export const STATE_WORDS = {
  waiting: '',
  pausing: 'Calling in 5 seconds',
  dialing: 'Calling',
  talking: 'On a call',
} as const;

/** After a call, or after one that couldn't be made. */
export const WRAP_WORDS = { called: 'Choose an outcome, then go on', passed: 'Not called' } as const;
