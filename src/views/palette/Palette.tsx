import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/store-react';
import { LogOut, Search, UserRoundPlus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { Viewer } from '#rules/access/pages.ts';
import { recentContactsStore } from '../../store/recent-contacts.store.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { formatCounted } from '../_kit/format/format-count.ts';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { useDial } from '../phone/panel/DialNumber.tsx';
import type { PersonEntry } from '../_frame/PersonChoices.tsx';
import { NewContactDialog } from '../contacts/NewContactDialog.tsx';
import { groupsOf, type PaletteEntry } from './palette-entries.ts';
import './palette.css';

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list below a field that keeps the focus has no tags of its own */
/** Contacts that are asked for, of which the palette shows the best. Ours. */
const FOUND = 30;
/** Milliseconds without a key before contacts are looked for. Ours: a fast typist pauses longer between words. */
const SETTLES_MS = 150;
/** Characters from which contacts are looked for. Ours: one letter finds everyone. */
const LEAST = 2;

interface PaletteProps {
  viewer: Viewer;
  /** What the person menu offers; its pages are found as pages. */
  entries: readonly PersonEntry[];
  onSignOut: () => void;
  onClose: () => void;
}

/** Finds people, pages and actions by a few letters, on every page. Load lazily. */
export function Palette({ viewer, entries, onSignOut, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const { phone } = useApp();
  const [text, setText] = useState('');
  const [isNew, setIsNew] = useState(false);
  /** Key of the entry that was moved to. */
  const [at, setAt] = useState<string | null>(null);
  const list = useId();
  const typed = text.trim();
  const recent = useSelector(recentContactsStore, ({ context }) => context.people);
  const { hasPhone, refusal } = useDial({ number: '' });
  const mayRead = viewer.permissions.includes('contacts.read');
  const isLooking = mayRead && typed.length >= LEAST;
  const search = useResource(
    listContacts,
    isLooking ? { body: { contacts_scope: { contact_group: 'all', q: typed, limit: FOUND } } } : null,
    { settlesAfter: SETTLES_MS },
  );
  const groups = groupsOf({
    viewer,
    typed,
    recent,
    found: isLooking ? (search.data?.data ?? []) : [],
    actions: [
      ...(viewer.permissions.includes('contacts.write')
        ? [{ label: 'New contact', icon: UserRoundPlus, run: () => setIsNew(true), stays: true }]
        : []),
      ...entries.flatMap((entry) =>
        'onSelect' in entry ? [{ label: entry.label, icon: entry.icon, run: entry.onSelect }] : [],
      ),
      { label: 'Sign out', icon: LogOut, run: onSignOut },
    ],
    dial: hasPhone ? { refusal, call: (number) => phone.send({ type: 'line.dial', number }) } : null,
  });
  const choose = (chosen: PaletteEntry) => {
    if (chosen.stays !== true) onClose();
    if ('href' in chosen.does) void navigate({ href: chosen.does.href });
    else chosen.does.run();
  };
  if (isNew)
    return (
      <NewContactDialog
        onClose={onClose}
        onCreated={({ number }) => void navigate({ to: '/contacts/$number', params: { number: String(number) } })}
      />
    );
  const shown = groups.flatMap(({ entries: some }) => some);
  const free = shown.filter(({ refusal: why }) => why === undefined);
  // What was moved to, as long as it is there; else the first, also of what comes later.
  const current = free.find(({ key }) => key === at) ?? free[0];
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || current === undefined) return;
    event.preventDefault();
    const next = free[(free.indexOf(current) + by + free.length) % free.length];
    if (next === undefined) return;
    setAt(next.key);
  };
  return (
    <Dialog title="Search or go to" open onClose={onClose}>
      <form
        className="palette"
        onSubmit={(event) => {
          event.preventDefault();
          if (current !== undefined) choose(current);
        }}
      >
        <div className="palette-field">
          <TextField
            type="search"
            label="Search contacts, pages and actions"
            labelHidden
            icon={Search}
            placeholder="Name, phone, page or action"
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first question
            autoFocus
            role="combobox"
            aria-expanded
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={current && idOf(list, current.key)}
            value={text}
            onKeyDown={press}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              setAt(null);
            }}
          />
        </div>
        <div id={list} role="listbox" aria-label="Results">
          {groups.map(({ title, entries: some }) => (
            <div key={title} role="group" aria-label={title}>
              <p className="label palette-title" aria-hidden="true">
                {title}
              </p>
              {some.map((entry) => (
                <Entry
                  key={entry.key}
                  id={idOf(list, entry.key)}
                  of={entry}
                  isCurrent={entry === current}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
        {shown.length === 0 ? <p className="soft pad">Nothing matches.</p> : null}
        <output className="sr">
          {search.pending ? 'Searching contacts' : formatCounted(shown.length, 'result', 'results')}
        </output>
        {search.error === null ? null : <p className="bad-t meta">{search.error.message}</p>}
      </form>
    </Dialog>
  );
}

const idOf = (list: string, key: string): string => `${list}-${key.replaceAll(/[^a-z0-9]+/giu, '-')}`;

interface EntryProps {
  id: string;
  of: PaletteEntry;
  isCurrent: boolean;
  onChoose: (entry: PaletteEntry) => void;
}

function Entry({ id, of: entry, isCurrent, onChoose }: EntryProps) {
  const { label, detail, icon, refusal } = entry;
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isCurrent]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and the keys
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={refusal === undefined ? undefined : true}
      className="palette-entry"
      onClick={refusal === undefined ? () => onChoose(entry) : undefined}
    >
      <Icon of={icon} />
      <span className="cut">{label}</span>
      {detail === undefined || detail === '' ? null : <span className="meta quiet cut end">{detail}</span>}
    </div>
  );
}
