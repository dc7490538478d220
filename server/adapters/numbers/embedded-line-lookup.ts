import type { LineFound, LineLookup } from './line-lookup.ts';
import { habitOf } from '../texts/embedded-text-line.ts';

const TOLL_FREE = /^\+18(00|33|44|55|66|77|88)/;
/** Numbers for fiction, such as those of the demo world. */
const FICTION = /^\+1\d{3}555\d{4}$/;
const CARRIER = 'Simulated carrier';

/**
 * Look-ups without a network, for demo and development: fictional numbers answer by their last digits, as their simulated
 * phones behave, and other numbers stay unknown.
 */
export const embeddedLineLookup = ({ open }: { readonly open: boolean }): LineLookup => ({
  name: 'embedded',
  isOpen: open,
  lookUp: (number) => Promise.resolve(lineOf(number)),
});

function lineOf(number: string): LineFound {
  if (TOLL_FREE.test(number)) return { lineType: 'toll_free', carrier: '' };
  if (!FICTION.test(number)) return { lineType: 'unknown', carrier: '' };
  if (number.endsWith('00')) return { lineType: 'invalid', carrier: '' };
  if (number.endsWith('99')) return { lineType: 'unreachable', carrier: CARRIER };
  if (number.endsWith('4')) return { lineType: 'voip', carrier: CARRIER };
  return { lineType: habitOf(number) === 'landline' ? 'landline' : 'mobile', carrier: CARRIER };
}
