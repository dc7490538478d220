import {
  assignConversation,
  countConversations,
  fetchConversations,
  showConversation,
} from '#contract/messages.contract.ts';
import type { Conversation } from '#contract/messages/text.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { ChoosePersonDialog } from '../../users/ChoosePersonDialog.tsx';

/** Chooses who answers a conversation. */
export function AssignDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { toasts } = useApp();
  const assign = useSubmit(assignConversation, {
    invalidates: [showConversation, fetchConversations, countConversations],
    onDone: ({ data }) => {
      onClose();
      toasts.show({ tone: 'good', text: `Assigned to ${data.user.name}` });
    },
  });
  return (
    <ChoosePersonDialog
      title="Assign conversation"
      label="Users who can answer"
      text={`Now answered by ${conversation.user.name}.`}
      currentId={conversation.user.id}
      error={assign.error}
      onChoose={({ id }) => assign.submit({ body: { conversation_id: conversation.id, user_id: id } })}
      onClose={onClose}
    />
  );
}
