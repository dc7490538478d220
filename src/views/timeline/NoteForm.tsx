import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { createNote, listNotes, NOTE_MAX } from '#contract/contacts/notes.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { ComposerText } from './ComposerText.tsx';
import { forgetDraft, useDraft } from './use-draft.ts';

const draftOf = (contactId: number) => `new-note:${contactId}`;

/** Writes a note. Unsaved text is kept, also across a reload. */
export function NoteForm({ contactId }: { contactId: number }) {
  const [text, write] = useDraft(draftOf(contactId));
  const create = useSubmit(createNote, {
    invalidates: [listNotes, readTimeline, readContact, listContacts],
    // Text typed since is not part of the saved note, and stays.
    onDone: (_reply, { params, body }) => forgetDraft(draftOf(Number(params.id)), body.body),
  });
  return (
    <ComposerText
      label="New note"
      placeholder="Write a note"
      text={text}
      onWrite={write}
      maxLength={NOTE_MAX}
      action="Save note"
      failure={create.state === 'failed' ? `${create.error?.message} Your note is kept here.` : null}
      busy={create.state === 'submitting'}
      refusal={text.trim() ? undefined : 'Write something first.'}
      onSubmit={() => create.submit({ params: { id: contactId }, body: { body: text } })}
    />
  );
}
