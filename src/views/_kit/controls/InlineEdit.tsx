import { type InputEvent, type InputHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react';
import { classes } from '../format/class-names.ts';
import { type Suggestion, Suggestions } from './Suggestions.tsx';

export interface InlineEditProps {
  label: string;
  value: string;
  /**
   * Formats the value, or the `unsaved` text, while it isn't being edited (a formatted phone number); unchanged by
   * default.
   */
  shown?: string;
  /** Placeholder for an empty value. */
  placeholder?: string;
  saving?: boolean;
  /** Reason why the last save failed. The typed text is `unsaved` and stays in the field. */
  error?: string | undefined;
  /** Text that was typed and is not saved: opens with it instead of the value. */
  unsaved?: string | undefined;
  onSave: (value: string) => void;
  /** Reports the typed text while open; a parent that stores it can pass it back as `unsaved`. */
  onTyped?: (value: string) => void;
  /** Called on Escape or without changes: the typed text is discarded. */
  onGivenUp?: () => void;
  /** Hint while typing; an error takes precedence. */
  note?: string | undefined;
  /** Suggestions while typing; other text is allowed. */
  suggestions?: readonly Suggestion[];
  /** Decides whether a keystroke is accepted; pasted text is not a keystroke. */
  accepts?: (character: string) => boolean;
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  type?: 'text' | 'email' | 'tel' | 'date' | 'time';
  maxLength?: number;
  /** May not be changed now: shown as plain text. */
  readOnly?: boolean;
}

/**
 * A value that is its own field: a click or Enter opens it, Enter or leaving saves, Escape returns to the value.
 * Leaving without a change saves nothing.
 */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, placeholder = 'Add', saving = false, error, note, unsaved } = props;
  const shown = props.shown ?? unsaved ?? value;
  const [draft, setDraft] = useState<string | null>(null);
  /** Value when the field was opened; it may change while editing. */
  const before = useRef(value);
  const opener = useRef<HTMLButtonElement>(null);
  const said = error ?? note;
  const id = useId();

  const finish = (text: string | null, backToValue: boolean) => {
    setDraft(null);
    if (text !== null && text !== before.current) props.onSave(text);
    else props.onGivenUp?.();
    if (backToValue) queueMicrotask(() => opener.current?.focus());
  };

  const open = (text: string) => {
    if (draft === null) before.current = value;
    setDraft(text);
    props.onTyped?.(text);
  };

  if (props.readOnly) return <span className={shown ? undefined : 'quiet'}>{shown || 'None'}</span>;

  return (
    <span className={classes('edit', said !== undefined && !saving && 'has-note', error !== undefined && 'has-failed')}>
      {draft === null ? (
        <button
          type="button"
          ref={opener}
          className={classes('edit-value', !shown && 'quiet')}
          aria-describedby={`${id}-note`}
          onClick={() => open(unsaved ?? value)}
        >
          <span className="sr">Edit {label}: </span>
          {shown || placeholder}
        </button>
      ) : (
        <EditField {...props} id={id} draft={draft} onDraft={open} onFinish={finish} />
      )}
      <output className="edit-note" id={`${id}-note`}>
        {saving ? 'Saving' : said}
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
  suggestions = [],
  accepts,
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
  const refuseKey = (event: InputEvent<HTMLInputElement>) => {
    const { data } = event;
    if (accepts !== undefined && data?.length === 1 && !accepts(data)) event.preventDefault();
  };
  const input = (
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
      onBeforeInput={refuseKey}
      onKeyDown={press}
      onBlur={() => onFinish(draft.trim(), false)}
      list={suggestions.length > 0 ? `${id}-words` : undefined}
    />
  );
  if (suggestions.length === 0) return input;
  return (
    <>
      {input}
      <Suggestions id={`${id}-words`} of={suggestions} />
    </>
  );
}

/** Opening a value means changing it: all of it is selected. */
const focusWhole = (input: HTMLInputElement | null) => {
  input?.focus();
  input?.select();
};
