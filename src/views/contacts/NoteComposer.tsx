import { useSelector } from '@xstate/store-react';
import { createNote, listContacts, listNotes, readContact } from '#contract/contacts.contract.ts';
import { noteDraftsStore } from '../../store/note-drafts.store.ts';
import { useSubmit } from '../_app/use-submit.ts';
import { Button } from '../_kit/Button.tsx';
import { Kbd } from '../_kit/Kbd.tsx';

/** Writes a note. The text is kept while it is unsaved, also over a reload. */
export function NoteComposer({ contactId }: { contactId: number }) {
  const text = useSelector(noteDraftsStore, (state) => state.context.texts[contactId] ?? '');
  const write = (next: string) => noteDraftsStore.trigger.written({ contactId, text: next });
  const create = useSubmit(createNote, {
    invalidates: [listNotes, readContact, listContacts],
    // What was written meanwhile is no part of the saved note, and stays.
    onDone: (_reply, { params, body }) => {
      const saved = Number(params.id);
      if (noteDraftsStore.getSnapshot().context.texts[saved] === body.body)
        noteDraftsStore.trigger.written({ contactId: saved, text: '' });
    },
  });
  const save = () => {
    if (text.trim()) create.submit({ params: { id: contactId }, body: { body: text } });
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        aria-label="Note"
        placeholder="Write a note"
        rows={3}
        maxLength={20_000}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      />
      <div className="bot">
        <output className="meta quiet">
          {create.state === 'failed' ? `${create.error?.message} Your note is kept here.` : text ? 'Draft kept' : ''}
        </output>
        <span className="end row">
          <span className="not-small">
            <Kbd keys="Ctrl" /> <Kbd keys="Enter" />
          </span>
          <Button
            type="submit"
            busy={create.state === 'submitting'}
            {...(text.trim() ? {} : { refusal: 'Write something first.' })}
          >
            Save note
          </Button>
        </span>
      </div>
    </form>
  );
}
