import { useState } from 'react';
import type { Quote } from '#contract/chat/reply.contract.ts';
import { annualRate, monthlyRate, quotePerson, quoteTerms, rateSource } from '#rules/insurance/quote-words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { AddQuotes } from './AddQuotes.tsx';
import { whenOf } from '../chat-words.ts';
import type { MessageProps } from '../shown-chat.ts';

interface QuoteCardProps extends MessageProps {
  quotes: readonly Quote[];
}

/** Quotes displayed before all are requested. Source: the mock. */
const FEW = 3;

/** Rates with their basis: the person, the source and the assumptions. */
export function QuoteCard({ quotes, message, send }: QuoteCardProps) {
  const { user } = useApp();
  const now = useNow();
  const { plan_type, quote_ask: ask, quote_source: source, assumptions = [], shows_all = false } = message.metadata;
  const [showsAll, setShowsAll] = useState(shows_all);
  const shown = showsAll ? quotes : quotes.slice(0, FEW);
  const hasMore = quotes.length > FEW;
  return (
    <section className="quote-card" aria-label={plan_type ? `Quotes for ${plan_type}` : 'Quotes'}>
      <ul className="quotes" id={`quotes-${message.key}`}>
        {shown.map((quote, at) => (
          <li key={`${quote.company} ${at}`}>
            <span className="med">{quote.company}</span>
            <span className="med num r">{monthlyRate(quote)}</span>
            <span className="meta quiet">{quoteTerms(quote)}</span>
            <span className="meta quiet num r">{annualRate(quote)}</span>
          </li>
        ))}
      </ul>
      <div className="row wrap">
        {hasMore ? (
          <Button
            size="small"
            aria-expanded={showsAll}
            aria-controls={`quotes-${message.key}`}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Lowest 3' : `All ${quotes.length}`}
          </Button>
        ) : null}
        <AddQuotes message={message} send={send} />
      </div>
      <div className="meta quiet quote-small">
        {ask === undefined ? null : (
          <p>
            {plan_type ?? `Plan ${ask.plan}`}, ZIP {ask.zip_code}, {quotePerson(ask)}
          </p>
        )}
        {assumptions.length === 0 ? null : <p>Assumed: {assumptions.join(', ')}</p>}
        {source === undefined ? null : <p>{rateSource(source, whenOf(source.at, IANA_ZONES[user.timezone], now))}</p>}
      </div>
    </section>
  );
}
