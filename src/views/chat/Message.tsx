import type { ReactNode } from 'react';
import { isAppPath } from '#rules/access/app-path.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { ShownMessage } from '../../machines/chat/chat-view.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { ContactCards } from './cards/ContactCards.tsx';
import type { MessageProps } from './shown-chat.ts';
import { cardWords, whenOf } from './chat-words.ts';
import { EmailCard } from './cards/EmailCard.tsx';
import { InsightCard } from './cards/InsightCard.tsx';
import { Questions } from './Questions.tsx';
import { QuoteCard } from './cards/QuoteCard.tsx';
import { ScopeCard } from './cards/ScopeCard.tsx';
import { Sources } from './cards/Sources.tsx';
import { Suggestions } from './Suggestions.tsx';

/** One message with the cards of a reply. The text is announced; for cards, only their type. */
export function Message({ message, isOpen, view, send }: MessageProps) {
  const { user } = useApp();
  const { content, timestamp } = message;
  const title = whenOf(timestamp, IANA_ZONES[user.timezone], useNow()) || undefined;
  if (message.message_type === 'user') {
    return (
      <p className="say" title={title} aria-live="off">
        <span className="sr">You: </span>
        {content}
      </p>
    );
  }
  const cards = cardsOf({ message, isOpen, view, send });
  const words = cardWords(message);
  return (
    <div className="turn">
      {content === '' ? null : (
        <p className="them" title={title}>
          <span className="sr">MAX: </span>
          {content}
        </p>
      )}
      {words === '' ? null : <p className="sr">{words}</p>}
      {cards.length === 0 ? null : (
        <div className="cards" aria-live="off">
          {cards}
        </div>
      )}
    </div>
  );
}

function cardsOf(props: MessageProps): ReactNode[] {
  const { message, isOpen, send } = props;
  const { response_type: type, metadata } = message;
  const {
    contacts = [],
    quotes,
    insight_data,
    template_data,
    questions: asked = [],
    search_payload,
    suggestions = [],
  } = metadata;
  // Skips questions that the answer already contains and that have no options to click.
  const questions = asked.filter(({ text, options }) => options.length > 0 || text !== message.content);
  const opened = openedBy(message, props.view);
  const isChoice = type === 'contact_selection' || type === 'contact_confirmation';
  return [
    isChoice && contacts.length > 0 ? <ContactCards key="contacts" {...props} contacts={contacts} /> : null,
    insight_data ? <InsightCard key="insight" {...props} insight={insight_data} /> : null,
    quotes ? <QuoteCard key="quotes" {...props} quotes={quotes} /> : null,
    template_data ? <EmailCard key="email" {...props} template={template_data} /> : null,
    questions.length > 0 ? (
      <Questions key="questions" questions={questions} content={message.content} isOpen={isOpen} send={send} />
    ) : null,
    search_payload && !isChoice ? <ScopeCard key="scope" {...props} payload={search_payload} /> : null,
    // Cards of an insight are next to its points.
    metadata.sources?.length && !insight_data ? <Sources key="sources" sources={metadata.sources} send={send} /> : null,
    opened === null ? null : (
      <Button key="opened" size="small" onClick={() => send({ type: 'page.open', href: opened })}>
        {metadata.action === 'open_contact' ? 'Open contact' : 'Open page'}
      </Button>
    ),
    isOpen && suggestions.length > 0 ? <Suggestions key="suggestions" of={suggestions} send={send} /> : null,
  ].filter((card) => card !== null);
}

/** Page that a reply links to, unless one of its cards does or it is about to open by itself. */
function openedBy({ key, metadata }: ShownMessage, { leaving }: MessageProps['view']): string | null {
  const { redirect_url: href, search_payload, template_data } = metadata;
  if (href === undefined || search_payload || template_data || leaving?.message === key) return null;
  return isAppPath(href) ? href : null;
}
