import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type AdminUser, listUsers } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { nameOf } from './user-words.ts';
import './users.css';

/** Users that a search offers at a time. */
const OFFERED = 8;

interface ChoosePersonDialogProps {
  title: string;
  /** "Users who can answer": the name of the list. */
  label: string;
  /** One sentence about the current choice. */
  text: string;
  /** Id of the current holder, who isn't offered. */
  currentId: number;
  error: { readonly message: string } | null;
  onChoose: (person: AdminUser) => void;
  onClose: () => void;
}

/** A search for one user. Load lazily. */
export function ChoosePersonDialog(props: ChoosePersonDialogProps) {
  const { title, label, text, currentId, error, onChoose, onClose } = props;
  const { brand } = useApp();
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const found = useResource(listUsers, { query: { limit: OFFERED, ...(q === '' ? {} : { q }) } });
  const people = (found.data?.data ?? []).filter(({ id }) => id !== currentId);
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className="picker">
        <p className="soft">{text}</p>
        <TextField
          type="search"
          label="Search users"
          labelHidden
          icon={Search}
          placeholder="Name, username, e-mail"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first question
          autoFocus
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {error ? <Note tone="bad" title={error.message} role="alert" /> : null}
        {found.error && found.data === null ? (
          <Note tone="bad" title={found.error.message} role="alert">
            <Button size="small" onClick={found.reload}>
              Try again
            </Button>
          </Note>
        ) : null}
        {found.pending ? <SkeletonLines lines={4} label="Loading users" /> : null}
        {found.data && people.length === 0 ? <p className="soft pad">No users match.</p> : null}
        <ul className="picker-list" aria-label={label}>
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" className="picker-person" onClick={() => onChoose(person)}>
                <Avatar name={nameOf(person)} />
                <span className="med cut">{nameOf(person)}</span>
                <span className="meta quiet cut end">
                  {brand.roleLabels[person.account_type]}, {person.business_unit.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
