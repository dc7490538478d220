import type { ReplyMetadata } from '#contract/chat/reply.contract.ts';
import { formatPlainDate } from '../time/plain-date.ts';
import { annualRate, CONFIRMED, monthlyRate, quotePerson, quoteTerms } from './quote-words.ts';
import { wallClocks } from '../time/zoned-time.ts';

/** Maximum rates in one note: the lowest. Our choice, far below the maximum length of a note. */
const MOST_RATES = 15;

/** A note on a contact with the rates of an answer, in plain words, dated in this IANA zone. `null`: there are none. */
export function quoteNote(metadata: ReplyMetadata, zone: string): string | null {
  const { quotes = [], plan_type: plan, quote_ask: ask, quote_source: source, assumptions = [] } = metadata;
  if (quotes.length === 0 || ask === undefined || source === undefined) return null;
  const { day } = wallClocks()(zone, Date.parse(source.at));
  const where = source.place === '' ? ask.zip_code : `${source.place} (${ask.zip_code})`;
  const lines = quotes
    .slice(0, MOST_RATES)
    .map((quote) => `${quote.company}: ${monthlyRate(quote)}, ${annualRate(quote)} (${quoteTerms(quote)})`);
  const rest = quotes.length - lines.length;
  return [
    `Quote for ${plan ?? `Plan ${ask.plan}`} in ${where}: ${quotePerson(ask)}.`,
    ...lines,
    ...(rest > 0 ? [`And ${rest} more.`] : []),
    ...(assumptions.length > 0 ? [`Assumed: ${assumptions.join(', ')}.`] : []),
    `Source: ${source.name}, ${formatPlainDate(day)}${source.sample ? ': no carrier sells at these rates' : ''}. ${CONFIRMED}`,
  ].join('\n');
}
