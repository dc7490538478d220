import { Suspense, useState } from 'react';
import { attachConversation, fetchConversations, showConversation } from '#contract/messages.contract.ts';
import type { Conversation } from '#contract/messages/text.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import type { MessagesSearch } from '../messages-search.ts';

const NewContactDialog = lazyPart(() => import('../../contacts/NewContactDialog.tsx'), 'NewContactDialog');
const ChooseContactDialog = lazyPart(() => import('./ChooseContactDialog.tsx'), 'ChooseContactDialog');

interface UnknownNumberProps {
  conversation: Conversation;
  onOpen: (thread: Pick<MessagesSearch, 'conversation' | 'contact'>) => void;
}

/** Says which contact an unknown number is: a new one, or one that exists. */
export function UnknownNumber({ conversation, onOpen }: UnknownNumberProps) {
  const { toasts } = useApp();
  const [asked, setAsked] = useState<'new' | 'choose' | null>(null);
  const attach = useSubmit(attachConversation, {
    invalidates: [showConversation, fetchConversations],
    onDone: ({ data }) => {
      toasts.show({ tone: 'good', text: `Texts are now with ${data.contact?.name ?? formatPhone(data.phone)}` });
      if (data.id !== conversation.id) onOpen({ conversation: data.id });
    },
  });
  const choose = (contactId: number) => {
    setAsked(null);
    attach.submit({ body: { conversation_id: conversation.id, contact_id: contactId } });
  };
  const isBusy = attach.state === 'submitting';
  return (
    <Note tone="info" title={`${formatPhone(conversation.phone)} isn't in your contacts`}>
      <p>Choose who it is to see permissions and attachments.</p>
      <div className="row wrap thread-ways">
        <Button size="small" busy={isBusy} onClick={() => setAsked('new')}>
          Create contact
        </Button>
        <Button size="small" look="plain" busy={isBusy} onClick={() => setAsked('choose')}>
          Choose contact
        </Button>
      </div>
      {attach.error ? (
        <p className="bad-t" role="alert">
          {attach.error.message}
        </p>
      ) : null}
      <Suspense>
        {asked === 'new' ? (
          <NewContactDialog
            given={{ phone: formatPhone(conversation.phone) }}
            onClose={() => setAsked(null)}
            onCreated={({ id }) => choose(id)}
          />
        ) : null}
        {asked === 'choose' ? <ChooseContactDialog onClose={() => setAsked(null)} onChosen={choose} /> : null}
      </Suspense>
    </Note>
  );
}
