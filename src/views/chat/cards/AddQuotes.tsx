import { useSelector } from '@xstate/store-react';
import { useState } from 'react';
import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { createNote, deleteNote, listNotes } from '#contract/contacts/notes.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { quoteNote } from '#rules/insurance/quote-note.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { quoteNotesStore } from '../../../store/quote-notes.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useLastingSubmit } from '../../_base/use-lasting-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { AppLink } from './AppLink.tsx';
import type { MessageProps } from '../shown-chat.ts';

const STALE = [listNotes, readTimeline, readContact, listContacts];

/** Saves the rates as a note of the contact they were requested for; the toast can undo it. */
export function AddQuotes({ message, send }: Pick<MessageProps, 'message' | 'send'>) {
  const { user } = useApp();
  const { metadata, key } = message;
  const isAdded = useSelector(quoteNotesStore, ({ context }) => key in context.notes);
  const [contact, another] = metadata.contacts ?? [];
  const { add, isBusy, failure } = useQuoteNote(key, contact?.id ?? 0);
  const body = quoteNote(metadata, IANA_ZONES[user.timezone]);
  if (contact === undefined || another !== undefined || body === null) return null;
  if (!user.permissions.includes('contacts.write')) return null;
  return (
    <>
      {/* It stays where it was pressed: a second click does nothing. */}
      <Button
        size="small"
        busy={isBusy}
        refusal={isAdded ? 'Note saved to the contact.' : undefined}
        onClick={() => add(body)}
      >
        {isAdded ? 'Added to' : 'Add to'} {contact.name}
      </Button>
      {isAdded ? (
        <span className="meta">
          <AppLink href={`/contacts/${contact.number}`} send={send}>
            Open contact
          </AppLink>
        </span>
      ) : null}
      {failure === null ? null : (
        <span role="alert" className="meta card-error">
          {failure}
        </span>
      )}
    </>
  );
}

/** The note of an answer's rates: written once, also when the answer is no longer shown by then. */
function useQuoteNote(answer: string, contactId: number) {
  const { toasts } = useApp();
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ readonly text: string; readonly retry: () => void } | null>(null);
  const takeBack = useLastingSubmit(deleteNote, {
    invalidates: STALE,
    onDone: () => {
      quoteNotesStore.trigger.takenBack({ answer });
      toasts.show({ tone: 'good', text: 'Undone' });
    },
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const write = useLastingSubmit(createNote, {
    invalidates: STALE,
    onDone: ({ data }) => {
      setBusy(false);
      quoteNotesStore.trigger.added({ answer, note: data.id });
      const undo = () => takeBack({ params: { id: contactId, noteId: data.id } });
      toasts.show({ tone: 'info', text: 'Quote added', action: { label: 'Undo', run: undo } });
    },
    onFailed: (error, retry) => {
      setBusy(false);
      setFailed({ text: error.message, retry });
    },
  });
  return {
    isBusy,
    failure: failed?.text ?? null,
    add: (body: string) => {
      setBusy(true);
      setFailed(null);
      if (failed === null) write({ params: { id: contactId }, body: { body } });
      else failed.retry();
    },
  };
}
