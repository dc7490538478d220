import type { ReactNode } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Kbd } from '../_kit/display/Kbd.tsx';

interface ComposerTextProps {
  label: string;
  placeholder: string;
  text: string;
  onWrite: (text: string) => void;
  maxLength: number;
  /** On the button. */
  action: string;
  /** Error of the last attempt. `null` for none. */
  failure: string | null;
  busy: boolean;
  /** Reason why it can't be sent now. */
  refusal: string | undefined;
  onSubmit: () => void;
  /** Fields above the text. */
  children?: ReactNode;
  /** A choice next to the button. */
  choice?: ReactNode;
}

/** A text field with its saved draft and the save button; Ctrl or Cmd with Enter saves too. */
export function ComposerText({
  label,
  placeholder,
  text,
  onWrite,
  maxLength,
  action,
  failure,
  busy,
  refusal,
  onSubmit,
  children,
  choice,
}: ComposerTextProps) {
  const send = () => {
    if (refusal === undefined && !busy) onSubmit();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
      <textarea
        aria-label={label}
        placeholder={placeholder}
        rows={3}
        maxLength={maxLength}
        value={text}
        onChange={(event) => onWrite(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <div className="bot">
        {choice}
        <output className="meta quiet">{failure ?? (text ? 'Draft kept' : '')}</output>
        <span className="end row">
          <span className="not-small">
            <Kbd keys="Ctrl" /> <Kbd keys="Enter" />
          </span>
          <Button type="submit" busy={busy} refusal={refusal}>
            {action}
          </Button>
        </span>
      </div>
    </form>
  );
}
