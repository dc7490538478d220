import { Inbox, SearchX } from 'lucide-react';
import { fetchConversations } from '#contract/messages.contract.ts';
import type { ConversationFilter } from '#contract/messages/text.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { EMPTY_WORDS } from '../message-words.ts';
import type { MessagesSearch } from '../messages-search.ts';
import { ConversationRow } from './ConversationRow.tsx';

interface ConversationsPartProps {
  asked: { filter: ConversationFilter; whose: 'mine' | 'all'; q: string };
  search: MessagesSearch;
  /** `null`: from the top. */
  cursor: string | null;
  /** Number of parts displayed from here on. */
  pages: number;
  onMore: () => void;
  onClear: () => void;
}

/**
 * One part of the list and those behind it. Each starts where the one before it ends, so that a conversation that rises
 * to the top moves through all of them.
 */
export function ConversationsPart(props: ConversationsPartProps) {
  const { asked, search, cursor, pages, onMore, onClear } = props;
  const part = useResource(fetchConversations, { body: { ...asked, ...(cursor !== null && { cursor }) } });
  if (part.data === null)
    return part.error === null ? (
      <SkeletonLines lines={6} label="Loading conversations" />
    ) : (
      <ErrorPanel
        title="Couldn't load conversations"
        text={part.error.message}
        requestId={part.error.requestId}
        actions={<Button onClick={part.reload}>Try again</Button>}
      />
    );
  const { data, meta } = part.data;
  if (data.length === 0 && cursor === null) return <Nothing filter={asked.filter} q={asked.q} onClear={onClear} />;
  return (
    <>
      <ul>
        {data.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            search={search}
            withUser={asked.whose === 'all'}
          />
        ))}
      </ul>
      {meta.next_cursor === null ? null : pages > 1 ? (
        <ConversationsPart {...props} cursor={meta.next_cursor} pages={pages - 1} />
      ) : (
        <p className="conversations-more">
          <Button onClick={onMore}>Load more</Button>
        </p>
      )}
    </>
  );
}

function Nothing({ filter, q, onClear }: { filter: ConversationFilter; q: string; onClear: () => void }) {
  const [title, text] = EMPTY_WORDS[filter];
  return q === '' ? (
    <EmptyState icon={Inbox} title={title} text={text} />
  ) : (
    <EmptyState
      icon={SearchX}
      title="No conversations match"
      text="Try another name, number or word."
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );
}
