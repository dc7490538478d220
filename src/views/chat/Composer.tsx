import { useSelector } from '@xstate/store-react';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { type ChatIntent, MESSAGE_MAX } from '#contract/chat.contract.ts';
import type { ChatContact } from '#contract/chat/reply.contract.ts';
import { chatDraftKey, textDraftsStore } from '../../store/text-drafts.store.ts';
import { Button } from '../_kit/controls/Button.tsx';
import type { ShownChat } from './shown-chat.ts';

const PLACEHOLDERS: Readonly<Record<ChatIntent, string>> = {
  contact_search: "Describe the contacts you're looking for",
  contact_insight: 'Which contact?',
  csg_quote: 'ZIP, age, tobacco, plan',
  email_creation: 'Recipient and topic',
  learn_system: 'Ask how to do something',
  customer_support: 'Message',
};

/** Message input: Enter sends, Shift+Enter starts a new line; a single digit chooses a card. */
export function Composer({ view, send }: ShownChat) {
  const { session, canSend, leaving } = view;
  const field = useRef<HTMLTextAreaElement>(null);
  const key = chatDraftKey(session?.id ?? 0);
  const text = useSelector(textDraftsStore, ({ context }) => context.texts[key]) ?? '';
  const write = (next: string) => textDraftsStore.trigger.written({ key, text: next });
  const type = (next: string) => {
    // Typing cancels leaving.
    if (leaving !== null) send({ type: 'leaving.cancel' });
    write(next);
  };
  const isBlank = text.trim() === '';
  const submit = () => {
    field.current?.focus();
    if (isBlank || !canSend) return;
    const index = /^[1-9]$/u.test(text.trim()) ? Number(text) - 1 : -1;
    send(index in choicesOf(view) ? { type: 'chat.select', index } : { type: 'chat.send', text: text.trim() });
    write('');
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    // The style sheet ends it at five lines.
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={field}
        className="input"
        data-first
        rows={1}
        aria-label="Message"
        placeholder={PLACEHOLDERS[session?.intent_type ?? 'customer_support']}
        maxLength={MESSAGE_MAX}
        enterKeyHint="send"
        value={text}
        onChange={({ currentTarget: { value } }) => type(value)}
        onKeyDown={press}
      />
      <Button
        type="submit"
        look="primary"
        aria-label="Send"
        icon={ArrowUp}
        refusal={canSend ? (isBlank ? 'Write something first.' : undefined) : "MAX hasn't answered yet."}
      />
    </form>
  );
}

/** Cards that the newest answer offers to choose from. */
function choicesOf({ messages }: ShownChat['view']): readonly ChatContact[] {
  const last = messages.at(-1);
  return last?.response_type === 'contact_selection' ? (last.metadata.contacts ?? []) : [];
}
