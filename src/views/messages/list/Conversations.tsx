import { type KeyboardEvent, useState } from 'react';
import { useApp } from '../../_base/use-app.ts';
import { SearchBox } from '../../_base/list/SearchBox.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { filterOf } from '../messages-href.ts';
import type { MessagesSearch } from '../messages-search.ts';
import { ConversationsPart } from './ConversationsPart.tsx';

interface ConversationsProps {
  search: MessagesSearch;
  setSearch: (next: MessagesSearch, how?: 'push' | 'replace') => void;
}

const WHOSE = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'Everyone’s' },
];

/** Pixels from the end of the list at which more is loaded. */
const NEAR = 400;

/**
 * The list of conversations, the latest first. Arrow keys move in it, Enter opens. More is loaded on the way down; rows out of sight
 * are not laid out, and stay in the order of keys and screen readers.
 */
export function Conversations({ search, setSearch }: ConversationsProps) {
  const { user } = useApp();
  const { whose = 'mine', q = '' } = search;
  const filter = filterOf(search);
  const asked = `${filter} ${whose} ${q}`;
  const [pages, setPages] = useState({ asked, count: 1 });
  const shown = pages.asked === asked ? pages.count : 1;
  const loadMore = () => setPages({ asked, count: shown + 1 });
  return (
    <section className="conversations" aria-label="List of conversations">
      <div className="conversations-search">
        <SearchBox
          label="Search conversations"
          placeholder="Name, number, words"
          value={q}
          onSearch={(text) => {
            const { q: _before, ...others } = search;
            setSearch(text === '' ? others : { ...others, q: text }, 'replace');
          }}
        />
        {user.downline_count > 0 ? (
          <SelectField
            label="Whose conversations"
            labelHidden
            value={whose}
            options={WHOSE}
            onChange={({ currentTarget: { value } }) => {
              const { whose: _before, ...others } = search;
              setSearch(value === 'all' ? { ...others, whose: 'all' } : others, 'replace');
            }}
          />
        ) : null}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the links in it */}
      <div
        className="conversations-list"
        onKeyDown={(event) => move(event, loadMore)}
        onScroll={({ currentTarget }) => {
          const { scrollHeight, scrollTop, clientHeight } = currentTarget;
          if (scrollHeight - scrollTop - clientHeight < NEAR && hasMore(currentTarget)) loadMore();
        }}
      >
        <ConversationsPart
          asked={{ filter, whose, q }}
          search={search}
          cursor={null}
          pages={shown}
          onMore={loadMore}
          onClear={() => {
            const { q: _before, ...others } = search;
            setSearch(others);
          }}
        />
      </div>
    </section>
  );
}

const BY: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** True while there is more to ask for, and nothing on its way. */
const hasMore = (list: HTMLElement): boolean => list.querySelector('.conversations-more') !== null;

function move(event: KeyboardEvent<HTMLElement>, loadMore: () => void): void {
  const by = BY[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-conversation]')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (by === undefined || at === -1) return;
  event.preventDefault();
  if (event.key === 'ArrowDown' && at === links.length - 1 && hasMore(event.currentTarget)) loadMore();
  links[by(at, links.length - 1)]?.focus();
}
