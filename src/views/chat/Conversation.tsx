import { useEffect, useRef } from 'react';
import type { ChatView } from '../../machines/chat/chat-view.ts';
import { Button } from '../_kit/controls/Button.tsx';
import type { ShownChat } from './shown-chat.ts';
import { waitingWords } from './chat-words.ts';
import { Composer } from './Composer.tsx';
import { Leaving } from './Leaving.tsx';
import { Message } from './Message.tsx';
import { Suggestions } from './Suggestions.tsx';
import './cards/chat-cards.css';

/** Messages and the input. */
export function Conversation({ view, send }: ShownChat) {
  const talk = useNewestSeen(view);
  const { messages, welcome, waiting, failure, leaving, session } = view;
  const last = messages.at(-1);
  // Choices of the newest reply, while no other reply is pending.
  const open = waiting === null && failure === null && last?.message_type === 'assistant' ? last.key : null;
  return (
    <>
      <div className="talk" ref={talk}>
        <div role="log" aria-label="Conversation" aria-live="polite" className="talk-log">
          {welcome === null ? null : <p className="them">{welcome.content}</p>}
          {messages.map((message) => (
            <Message key={message.key} message={message} isOpen={message.key === open} view={view} send={send} />
          ))}
        </div>
        {messages.length === 0 && waiting === null && welcome !== null ? (
          <Suggestions of={welcome.suggestions} send={send} />
        ) : null}
        <Writing waiting={waiting} />
        {leaving === null ? null : <Leaving key={leaving.message} leaving={leaving} send={send} />}
        <Failure failure={failure} send={send} />
      </div>
      {session?.status === 'inactive' ? (
        <footer className="ask is-over">
          <span className="soft grow">This conversation has ended.</span>
          <Button data-first onClick={() => send({ type: 'chat.back' })}>
            Start a new conversation
          </Button>
        </footer>
      ) : (
        <Composer view={view} send={send} />
      )}
    </>
  );
}

/** An answer is on its way: what is being done, and its words as they come. They are spoken when they are whole. */
function Writing({ waiting }: Pick<ChatView, 'waiting'>) {
  return (
    <>
      {waiting === null || waiting.content === '' ? null : (
        <p className="them is-writing" aria-hidden="true">
          {waiting.content}
        </p>
      )}
      <output className={waiting === null ? 'sr' : 'typing'}>
        {waiting === null ? null : (
          <>
            <Dots />
            <span className="meta">{waitingWords(waiting)}</span>
          </>
        )}
      </output>
    </>
  );
}

export function Dots() {
  return (
    <span className="dots" aria-hidden="true">
      <b />
      <b />
      <b />
    </span>
  );
}

/** Shown when the last message got no answer. */
function Failure({ failure, send }: Pick<ChatView, 'failure'> & Pick<ShownChat, 'send'>) {
  return (
    <div role="alert" className={failure === null ? undefined : 'max-failure'}>
      {failure === null ? null : (
        <>
          <span>{failure}</span>
          <Button size="small" onClick={() => send({ type: 'chat.retry' })}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

/** CSS pixels that stay free above a question. Ours. */
const ABOVE_PX = 16;

/** The newest message is visible; a reply taller than the panel from its question on. */
function useNewestSeen({ messages, waiting, leaving, failure }: ChatView) {
  const talk = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.key;
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    const box = talk.current;
    if (box === null) return;
    const isNew = seen.current !== newest;
    seen.current = newest;
    const [question = null] = [...box.querySelectorAll<HTMLElement>('.say')].slice(-1);
    box.scrollTop = isNew && waiting === null && question !== null ? question.offsetTop - ABOVE_PX : box.scrollHeight;
  }, [newest, waiting, leaving?.message, failure]);
  return talk;
}
