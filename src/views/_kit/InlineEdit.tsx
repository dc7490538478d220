import { type InputHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react';
import { classes } from './class-names.ts';

export interface InlineEditProps {
  label: string;
  value: string;
  /** How the value is shown while it is not edited (a formatted phone number); the value itself by default. */
  shown?: string;
  /** What stands there while the value is empty. */
  placeholder?: string;
  saving?: boolean;
  /** Why the last save did not take. The typed text is `unsaved` and stays in the field. */
  error?: string | undefined;
  /** Text that was typed and is not saved: opens with it instead of the value. */
  unsaved?: string | undefined;
  onSave: (value: string) => void;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  type?: 'text' | 'email' | 'tel' | 'date';
  maxLength?: number;
  /** May not be changed now: shown as plain text. */
  readOnly?: boolean;
}

/**
 * A value that is its own field: a click or Enter opens it, Enter or leaving saves, Escape returns to the value.
 * Leaving without a change saves nothing.
 */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, shown = value, placeholder = 'Add', saving = false, error, unsaved, readOnly = false } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  const finish = (text: string | null, backToValue: boolean) => {
    setDraft(null);
    if (text !== null && text !== value) props.onSave(text);
    if (backToValue) queueMicrotask(() => opener.current?.focus());
  };

  if (readOnly) return <span className={shown ? undefined : 'quiet'}>{shown || 'None'}</span>;

  return (
    <span className={classes('edit', error !== undefined && 'has-failed')}>
      {draft === null ? (
        <button
          type="button"
          ref={opener}
          className={classes('edit-value', !shown && !unsaved && 'quiet')}
          aria-describedby={`${id}-note`}
          onClick={() => setDraft(unsaved ?? value)}
        >
          <span className="sr">Edit {label}: </span>
          {unsaved ?? (shown || placeholder)}
        </button>
      ) : (
        <EditField {...props} id={id} draft={draft} onDraft={setDraft} onFinish={finish} />
      )}
      <output className="edit-note" id={`${id}-note`}>
        {saving ? 'Saving' : error}
      </output>
    </span>
  );
}

interface EditFieldProps extends InlineEditProps {
  id: string;
  draft: string;
  onDraft: (draft: string) => void;
  /** `null` gives the edit up. */
  onFinish: (text: string | null, backToValue: boolean) => void;
}

function EditField({
  label,
  type = 'text',
  inputMode,
  maxLength,
  error,
  id,
  draft,
  onDraft,
  onFinish,
}: EditFieldProps) {
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    onFinish(event.key === 'Enter' ? draft.trim() : null, true);
  };
  return (
    <input
      className="input"
      type={type}
      inputMode={inputMode}
      maxLength={maxLength}
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={`${id}-note`}
      ref={focusWhole}
      value={draft}
      onChange={(event) => onDraft(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => onFinish(draft.trim(), false)}
    />
  );
}

/** Opening a value means to change it: all of it is selected. */
const focusWhole = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};
