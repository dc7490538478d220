import { useSelector } from '@xstate/react';
import { MessageSquare } from 'lucide-react';
import { useCallback } from 'react';
import type { Conversation, ConversationShown, Text } from '#contract/messages/text.contract.ts';
import { useActors } from '../../_base/app-context.ts';
import { useApp } from '../../_base/use-app.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { useTold } from '../../_base/use-told.ts';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ThreadFoot } from './ThreadFoot.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadTexts } from './ThreadTexts.tsx';
import type { MessagesSearch } from '../messages-search.ts';

interface ThreadBodyProps {
  shown: ConversationShown;
  name: string;
  back: string;
  onOpen: (thread: Pick<MessagesSearch, 'conversation' | 'contact'>) => void;
}

export function ThreadBody({ shown, name, back, onOpen }: ThreadBodyProps) {
  const { conversation } = shown;
  return conversation === null ? (
    <section className="thread" aria-label={`Conversation with ${name}`}>
      <ThreadHead shown={shown} name={name} back={back} />
      <div className="thread-texts is-empty">
        <NoTexts name={name} />
      </div>
      <ThreadFoot shown={shown} name={name} onOpen={onOpen} />
    </section>
  ) : (
    <Ongoing key={conversation.id} shown={shown} conversation={conversation} name={name} back={back} onOpen={onOpen} />
  );
}

function Ongoing({ shown, conversation, name, back, onOpen }: ThreadBodyProps & { conversation: Conversation }) {
  const { user, toasts } = useApp();
  const machines = usePageMachines();
  const { id, unread, version } = conversation;
  const isMine = conversation.user.id === user.id;
  const thread = usePageMachine(machines.thread, { input: { conversationId: id } });
  const mark = usePageMachine(
    machines.readMark.provide({
      actions: { tellNotMarked: () => toasts.show({ tone: 'bad', text: "Couldn't mark it unread. Try again." }) },
    }),
    { input: { conversationId: id, newKey: machines.newKey } },
  );
  useTold(mark, { type: 'mark.told', unread: isMine ? unread : 0, version });
  const { texts } = useSelector(thread, ({ context }) => context.shown);
  const onSent = useCallback((text: Text) => thread.send({ type: 'thread.sent', text }), [thread]);
  return (
    <section className="thread" aria-label={`Conversation with ${name}`}>
      <ThreadHead
        shown={shown}
        name={name}
        back={back}
        onMarkUnread={
          isMine && texts.some(({ direction }) => direction === 'in')
            ? () => mark.send({ type: 'mark.unread' })
            : undefined
        }
      />
      <ThreadTexts thread={thread} contactNumber={shown.contact?.number ?? null} empty={<NoTexts name={name} />} />
      <ThreadFoot shown={shown} name={name} onSent={onSent} onOpen={onOpen} />
    </section>
  );
}

function NoTexts({ name }: { name: string }) {
  return <EmptyState icon={MessageSquare} title="No texts yet" text={`Write the first text to ${name} below.`} />;
}
