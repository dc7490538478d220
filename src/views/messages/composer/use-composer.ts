import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ConversationShown, Text } from '#contract/messages/text.contract.ts';
import type { Recipient } from '../../../machines/messages/composer.machine.ts';
import { textDraftsStore } from '../../../store/text-drafts.store.ts';
import { useEmitted } from '../../_base/use-emitted.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { useTold } from '../../_base/use-told.ts';
import type { TextPurpose } from '../thread/permission.ts';

/** The text that is written in a thread: begins with its draft of this browser, else with the one of the server. */
export function useComposer(shown: ConversationShown, purpose: TextPurpose, onSent: (text: Text) => void) {
  const { conversation, contact } = shown;
  const machines = usePageMachines();
  const [key] = useState(() => `text:${contact === null ? `conversation-${conversation?.id}` : contact.id}`);
  const [input] = useState(() => {
    const recipient: Recipient =
      conversation === null ? { contact_id: contact?.id ?? 0 } : { conversation_id: conversation.id };
    return {
      newKey: machines.newKey,
      recipient,
      text: textDraftsStore.getSnapshot().context.texts[key] || shown.draft,
      kept: shown.draft,
      choices: { from: '', to: '', purpose },
    };
  });
  const actor = usePageMachine(
    machines.composer.provide({
      actions: { keepHere: (_, { text }) => textDraftsStore.trigger.written({ key, text }) },
    }),
    { input },
  );
  useTold(actor, { type: 'composer.told', id: conversation?.id ?? null });
  useTold(actor, { type: 'composer.choose', choices: { purpose } });
  useEmitted(actor, 'text.sent', ({ text }) => onSent(text));
  const { text, file, choices, campaign, failure } = useSelector(actor, ({ context }) => context);
  return {
    send: actor.send,
    text,
    file,
    choices,
    campaign,
    failure,
    isEmpty: text.trim() === '' && file === null,
    isSending: useSelector(actor, (snapshot) => snapshot.hasTag('sending')),
    isKept: useSelector(actor, (snapshot) => snapshot.hasTag('kept')),
  };
}

export type Composing = ReturnType<typeof useComposer>;
