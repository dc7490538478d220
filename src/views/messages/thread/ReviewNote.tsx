import {
  answerRevocation,
  countConversations,
  fetchConversations,
  showConversation,
} from '#contract/messages.contract.ts';
import type { Conversation } from '#contract/messages/text.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { firstNameOf } from '../message-words.ts';

/** A text in free words that may revoke consent: a person decides. */
export function ReviewNote({ conversation, name }: { conversation: Conversation; name: string }) {
  const { user } = useApp();
  const answer = useSubmit(answerRevocation, {
    invalidates: [showConversation, fetchConversations, countConversations],
  });
  const decide = (optedOut: boolean) =>
    answer.submit({ body: { conversation_id: conversation.id, opted_out: optedOut } });
  const isBusy = answer.state === 'submitting';
  return (
    <Note tone="warn" title="Is this an opt-out?">
      <p>
        {firstNameOf(name)} wrote: “{conversation.review?.body}”
      </p>
      {user.permissions.includes('contacts.write') ? (
        <div className="row wrap thread-ways">
          <Button size="small" busy={isBusy} onClick={() => decide(true)}>
            Yes, stop texts
          </Button>
          <Button size="small" look="plain" busy={isBusy} onClick={() => decide(false)}>
            No, not an opt-out
          </Button>
        </div>
      ) : null}
      {answer.error ? (
        <p className="bad-t" role="alert">
          {answer.error.message}
        </p>
      ) : null}
    </Note>
  );
}
