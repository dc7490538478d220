import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import {
  assignConversation,
  countConversations,
  fetchConversations,
  showConversation,
} from '#contract/messages.contract.ts';
import type { Conversation } from '#contract/messages/text.contract.ts';
import { listUsers } from '#contract/users.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { Dialog } from '../../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { nameOf } from '../../users/user-words.ts';
import '../../users/users.css';

/** Users that a search offers at a time. */
const OFFERED = 8;

/** Chooses who answers a conversation. */
export function AssignDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { brand, toasts } = useApp();
  const [words, setWords] = useState('');
  const q = useDeferredValue(words.trim());
  const found = useResource(listUsers, { query: { limit: OFFERED, ...(q === '' ? {} : { q }) } });
  const assign = useSubmit(assignConversation, {
    invalidates: [showConversation, fetchConversations, countConversations],
    onDone: ({ data }) => {
      onClose();
      toasts.show({ tone: 'good', text: `Assigned to ${data.user.name}` });
    },
  });
  const people = (found.data?.data ?? []).filter(({ id }) => id !== conversation.user.id);
  return (
    <Dialog title="Assign conversation" open onClose={onClose}>
      <div className="picker">
        <p className="soft">Now answered by {conversation.user.name}.</p>
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
        {assign.error ? <Note tone="bad" title={assign.error.message} role="alert" /> : null}
        {found.error && found.data === null ? (
          <Note tone="bad" title={found.error.message} role="alert">
            <Button size="small" onClick={found.reload}>
              Try again
            </Button>
          </Note>
        ) : null}
        {found.pending ? <SkeletonLines lines={4} label="Loading users" /> : null}
        {found.data && people.length === 0 ? <p className="soft pad">No users match.</p> : null}
        <ul className="picker-list" aria-label="Users who can answer">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="picker-person"
                onClick={() => assign.submit({ body: { conversation_id: conversation.id, user_id: person.id } })}
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
      </div>
    </Dialog>
  );
}
