import { useSelector } from '@xstate/react';
import { MessageSquare } from 'lucide-react';
import { type RefObject, useImperativeHandle, useRef } from 'react';
import type { Conversation, ConversationShown, Text } from '#contract/messages/text.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { useTold } from '../../_base/use-told.ts';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import type { MessagesSearch } from '../messages-search.ts';
import { ThreadFoot } from './ThreadFoot.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadTexts } from './ThreadTexts.tsx';

interface ThreadBodyProps {
  shown: ConversationShown;
  name: string;
  back: string;
  onOpen: (thread: Pick<MessagesSearch, 'conversation' | 'contact'>) => void;
}

/** Takes a text that was sent below. */
type Sent = ((text: Text) => void) | null;

/** The head, the texts and the field of a thread. The field stays when its first text begins a conversation. */
export function ThreadBody({ shown, name, back, onOpen }: ThreadBodyProps) {
  const { conversation } = shown;
  const sent = useRef<Sent>(null);
  return (
    <section className="thread" aria-label={`Conversation with ${name}`}>
      {conversation === null ? (
        <>
          <ThreadHead shown={shown} name={name} back={back} />
          <div className="thread-texts">
            <NoTexts name={name} />
          </div>
        </>
      ) : (
        <Ongoing key={conversation.id} shown={shown} conversation={conversation} name={name} back={back} sent={sent} />
      )}
      <ThreadFoot shown={shown} name={name} onSent={(text) => sent.current?.(text)} onOpen={onOpen} />
    </section>
  );
}

interface OngoingProps extends Omit<ThreadBodyProps, 'onOpen'> {
  conversation: Conversation;
  sent: RefObject<Sent>;
}

function Ongoing({ shown, conversation, name, back, sent }: OngoingProps) {
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
  useImperativeHandle(sent, () => (text: Text) => thread.send({ type: 'thread.sent', text }), [thread]);
  const hasReceived = useSelector(thread, ({ context }) =>
    context.shown.texts.some(({ direction }) => direction === 'in'),
  );
  return (
    <>
      <ThreadHead
        shown={shown}
        name={name}
        back={back}
        onMarkUnread={isMine && hasReceived ? () => mark.send({ type: 'mark.unread' }) : undefined}
      />
      <ThreadTexts thread={thread} contactNumber={shown.contact?.number ?? null} empty={<NoTexts name={name} />} />
    </>
  );
}

function NoTexts({ name }: { name: string }) {
  return <EmptyState icon={MessageSquare} title="No texts yet" text={`Write the first text to ${name} below.`} />;
}
