import { Pencil, Pin } from 'lucide-react';
import { listNotes, type Note, NOTE_MAX, updatePinnedNote } from '#contract/contacts/notes.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { NoteEditor } from './NoteEditor.tsx';
import { forgetDraft, useDraft } from './use-draft.ts';

interface PinnedNoteProps {
  contactId: number;
  /** `null`: none is pinned. */
  note: Note | null;
  mayWrite: boolean;
}

/** The most important note, pinned. It belongs to the contact: everyone who may change the contact may change it. */
export function PinnedNote({ contactId, note, mayWrite }: PinnedNoteProps) {
  const { toasts } = useApp();
  const key = `pinned:${contactId}`;
  const [draft, write] = useDraft(key);
  const frame = useFocusKept<HTMLDivElement>('.icon-btn', '.pinned-none .btn');
  const before = note?.body ?? '';
  const update = useSubmit(updatePinnedNote, {
    invalidates: [listNotes, readTimeline],
    onDone: (_reply, { body }) => {
      forgetDraft(key, body.body);
      if (body.body === '' && before !== '') {
        const undo = () => update.submit({ params: { id: contactId }, body: { body: before } });
        toasts.show({ tone: 'info', text: 'Pinned note removed', action: { label: 'Undo', run: undo } });
      }
    },
  });
  const save = (body: string) => update.submit({ params: { id: contactId }, body: { body } });
  if (draft !== '')
    return (
      <div className="pinned" ref={frame}>
        <NoteEditor
          label="Pinned note"
          text={draft}
          maxLength={NOTE_MAX}
          failure={update.error?.message ?? null}
          busy={update.state === 'submitting'}
          refusal={undefined}
          onWrite={(text) => write(text === '' ? ' ' : text)}
          onSave={() => save(draft.trim())}
          onGiveUp={() => write('')}
        />
      </div>
    );
  if (note === null)
    return mayWrite ? (
      <div className="pinned-none" ref={frame}>
        <Button look="plain" size="small" icon={Pin} onClick={() => write(' ')}>
          Pin a note
        </Button>
      </div>
    ) : null;
  return (
    <div className="pinned" ref={frame}>
      <p className="event-head">
        <Icon of={Pin} />
        <b>Pinned</b>
        <span className="meta quiet">{note.author.name}</span>
        {mayWrite ? (
          <span className="end">
            <IconButton icon={Pencil} size="small" label="Edit pinned note" onClick={() => write(note.body)} />
          </span>
        ) : null}
      </p>
      <p className="event-body">{note.body}</p>
    </div>
  );
}
