import { useEffect, useRef } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';

interface NoteEditorProps {
  label: string;
  text: string;
  maxLength: number;
  /** Error of the last save. `null` for none. */
  failure: string | null;
  busy: boolean;
  /** Reason why it can't be saved now. */
  refusal: string | undefined;
  onWrite: (text: string) => void;
  onSave: () => void;
  onGiveUp: () => void;
}

/** A note as its own field: Ctrl or Cmd and Enter save, Escape returns to what is stored. */
export function NoteEditor(props: NoteEditorProps) {
  const { label, text, maxLength, failure, busy, refusal, onWrite, onSave, onGiveUp } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  return (
    <form
      className="note-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined) onSave();
      }}
    >
      <TextArea
        ref={area}
        label={label}
        labelHidden
        value={text}
        maxLength={maxLength}
        error={failure ?? undefined}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onGiveUp();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && refusal === undefined) onSave();
        }}
      />
      <div className="row">
        <Button type="submit" size="small" busy={busy} refusal={refusal}>
          Save
        </Button>
        <Button look="plain" size="small" onClick={onGiveUp}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
