import { MessageSquareOff } from 'lucide-react';
import { showConversation } from '#contract/messages.contract.ts';
import type { ConversationShown } from '#contract/messages/text.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { type ResourceState, useResource } from '../../_base/use-resource.ts';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import type { MessagesSearch } from '../messages-search.ts';
import { ContactContext } from './ContactContext.tsx';
import { msUntilChange } from './permission.ts';
import { ThreadBody } from './ThreadBody.tsx';

interface ThreadProps {
  query: { conversation_id: number } | { contact_id: number };
  /** The list, on a phone. */
  back: string;
  onOpen: (thread: Pick<MessagesSearch, 'conversation' | 'contact'>) => void;
}

/** Milliseconds between two looks at hours and days that no event tells of. Ours. */
const LOOK_MS = 900_000;

const untilChange = ({ data }: ResourceState<{ data: ConversationShown }>): number =>
  Math.min(LOOK_MS, (data && msUntilChange(data.data, clockNow())) ?? LOOK_MS);

/** One conversation, or a contact who was not texted yet. */
export function Thread({ query, back, onOpen }: ThreadProps) {
  const { data, error, reload } = useResource(showConversation, { query }, { reloadAfter: untilChange });
  const shown = data?.data;
  if (shown === undefined && error?.kind === 'notFound')
    return (
      <div className="thread is-none">
        <EmptyState
          icon={MessageSquareOff}
          title="Conversation not found"
          text="It doesn't exist, or you don't have access to it."
          action={<ButtonLink href={back}>All conversations</ButtonLink>}
        />
      </div>
    );
  if (shown === undefined)
    return (
      <div className="thread is-none">
        {error === null ? (
          <SkeletonLines lines={6} label="Loading conversation" />
        ) : (
          <ErrorPanel
            title="Couldn't load conversation"
            text={error.message}
            requestId={error.requestId}
            actions={<Button onClick={reload}>Try again</Button>}
          />
        )}
      </div>
    );
  const name = shown.contact?.name || formatPhone(shown.conversation?.phone ?? shown.to[0]?.number ?? '');
  return (
    <>
      <ThreadBody shown={shown} name={name} back={back} onOpen={onOpen} />
      {shown.contact === null ? null : <ContactContext key={shown.contact.id} contactId={shown.contact.id} />}
    </>
  );
}
