import { MessagesSquare, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  CONVERSATION_FILTERS,
  type ConversationCounts,
  COUNTED_CONVERSATIONS,
} from '#contract/messages/text.contract.ts';
import { countConversations } from '#contract/messages.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { TabLinks } from '../_kit/display/Tabs.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { Conversations } from './list/Conversations.tsx';
import { FILTER_WORDS } from './message-words.ts';
import { filterOf, messagesHref, withoutThread } from './messages-href.ts';
import type { MessagesSearch } from './messages-search.ts';
import { Thread } from './thread/Thread.tsx';
import './messages.css';

const NewMessageDialog = lazyPart(() => import('./NewMessageDialog.tsx'), 'NewMessageDialog');

interface MessagesPageProps {
  search: MessagesSearch;
  setSearch: (next: MessagesSearch, how?: 'push' | 'replace') => void;
}

/** Conversations at the left, the open one beside them; on a phone each is a page. */
export function MessagesPage({ search, setSearch }: MessagesPageProps) {
  const { user } = useApp();
  const [isNew, setNew] = useState(false);
  const list = withoutThread(search);
  const { whose = 'mine' } = list;
  const filter = filterOf(list);
  const counts = useResource(countConversations, { body: { whose } });
  const isOpen = search.conversation !== undefined || search.contact !== undefined;
  const open = (thread: Pick<MessagesSearch, 'conversation' | 'contact'>) => setSearch({ ...list, ...thread });
  return (
    <div className={classes('messages', isOpen && 'has-thread')}>
      <PageBar
        title={titleOf('/messages')}
        scope={counts.data === null ? null : <Scope whose={whose} counts={counts.data.data} />}
        actions={
          user.permissions.includes('contacts.write') ? (
            <Button look="primary" icon={Plus} short="New" onClick={() => setNew(true)}>
              New message
            </Button>
          ) : null
        }
      />
      <TabLinks
        label="Conversations"
        className="views"
        current={filter}
        items={CONVERSATION_FILTERS.map((key) => {
          const { filter: _before, ...rest } = list;
          return {
            key,
            label: FILTER_WORDS[key],
            count: countText(counts.data?.data, key),
            href: messagesHref(key === 'open' ? rest : { ...rest, filter: key }),
          };
        })}
      />
      <div className="messages-cols">
        <Conversations search={search} setSearch={setSearch} />
        {search.conversation !== undefined ? (
          <Thread
            key={`of-${search.conversation}`}
            query={{ conversation_id: search.conversation }}
            back={messagesHref(list)}
            onOpen={open}
          />
        ) : search.contact !== undefined ? (
          <Thread
            key={`with-${search.contact}`}
            query={{ contact_id: search.contact }}
            back={messagesHref(list)}
            onOpen={open}
          />
        ) : (
          <div className="thread is-none">
            <EmptyState
              icon={MessagesSquare}
              title="No conversation open"
              text="Choose one from the list, or start a new message."
            />
          </div>
        )}
      </div>
      <Suspense>
        {isNew ? (
          <NewMessageDialog
            onClose={() => setNew(false)}
            onChosen={(contact) => {
              setNew(false);
              open({ contact });
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

function Scope({ whose, counts }: { whose: 'mine' | 'all'; counts: ConversationCounts }) {
  return (
    <>
      {whose === 'mine' ? 'Mine' : 'Everyone’s'}: <b>{numberText(counts.open)}</b> open,{' '}
      <b>{numberText(counts.unread)}</b> unread
    </>
  );
}

const numberText = (count: number): string =>
  count >= COUNTED_CONVERSATIONS ? `${formatCount(COUNTED_CONVERSATIONS)}+` : formatCount(count);

function countText(counts: ConversationCounts | undefined, key: keyof ConversationCounts): string | undefined {
  const count = counts?.[key] ?? 0;
  return count === 0 || key === 'closed' ? undefined : numberText(count);
}
