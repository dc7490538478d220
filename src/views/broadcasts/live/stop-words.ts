import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { toGoOf } from '#rules/broadcasts/audience.ts';
import { formatCount } from '../../_kit/format/format-count.ts';

/** What Stop keeps and cancels, one sentence. */
export const stopWords = ({ progress }: Broadcast): string =>
  `Stop keeps what was sent and cancels the ${formatCount(toGoOf(progress))} to go.`;
