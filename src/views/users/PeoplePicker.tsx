import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { type AdminUser, listUsers } from '#contract/users.contract.ts';
import { searchBoxMachine } from '../../machines/contacts/search-box.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { useResource } from '../_base/use-resource.ts';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { ActAsDialog } from './ActAsDialog.tsx';
import { nameOf } from './user-words.ts';
import './users.css';

interface PeoplePickerProps {
  open: boolean;
  onClose: () => void;
}

/** Search for users to log in as, then the dialog that asks for the reason. Load lazily. */
export function PeoplePicker({ open, onClose }: PeoplePickerProps) {
  const [person, setPerson] = useState<AdminUser | null>(null);
  const close = () => {
    setPerson(null);
    onClose();
  };
  if (!open) return null;
  return person === null ? (
    <Picker onClose={close} onPick={setPerson} />
  ) : (
    <ActAsDialog person={person} onClose={close} />
  );
}

/** Maximum users displayed. Our choice: typing finds more. */
const SHOWN = 8;

function Picker({ onClose, onPick }: { onClose: () => void; onPick: (person: AdminUser) => void }) {
  const { brand } = useApp();
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const actor = usePageMachine(
    searchBoxMachine.provide({
      actions: {
        apply: (_, { text }) => {
          setQ(text);
          setAt(0);
        },
      },
    }),
    { input: { text: '' } },
  );
  const { send } = actor;
  const search = useSelector(actor, (now) => now);
  const query = { impersonators: 'true', limit: SHOWN, ...(q === '' ? {} : { q }) } as const;
  const { data, error, pending, reload } = useResource(listUsers, { query });
  const people = data?.data ?? [];
  const more = (data?.meta.total_count ?? 0) - people.length;
  const chosen = people[Math.min(at, people.length - 1)];

  const press = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setAt((now) => Math.max(0, Math.min(people.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))));
  };

  return (
    <Dialog title="Log in as" open onClose={onClose}>
      <form
        className="picker"
        onSubmit={(event) => {
          event.preventDefault();
          if (search.hasTag('waiting')) send({ type: 'search.submit' });
          else if (chosen) onPick(chosen);
        }}
      >
        <TextField
          type="search"
          label="Search users"
          labelHidden
          icon={Search}
          placeholder="Name, username, e-mail, number"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first question
          autoFocus
          value={search.context.text}
          onKeyDown={press}
          onChange={(event) => send({ type: 'search.type', text: event.currentTarget.value })}
        />
        {error && data === null ? (
          <Note tone="bad" title={error.message} role="alert">
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        ) : null}
        {pending ? <SkeletonLines lines={4} label="Loading users" /> : null}
        {data && people.length === 0 ? (
          <p className="soft pad">{q ? 'No users match.' : 'No users to log in as.'}</p>
        ) : null}
        <ul className="picker-list" aria-label="Users you can log in as">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="picker-person"
                data-current={person === chosen || undefined}
                onClick={() => onPick(person)}
              >
                <Avatar name={nameOf(person)} />
                <span className="med cut">{nameOf(person)}</span>
                <span className="meta quiet cut end">
                  {brand.roleLabels[person.account_type]}, {person.business_unit.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {more > 0 ? (
          <p className="meta quiet">{formatCounted(more, 'more user', 'more users')}: search to find them.</p>
        ) : null}
      </form>
    </Dialog>
  );
}
