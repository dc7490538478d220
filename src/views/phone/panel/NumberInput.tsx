import { Delete } from 'lucide-react';
import { type ClipboardEvent, useLayoutEffect, useRef } from 'react';
import { MAX_DIALLED } from '#contract/phone/call.contract.ts';
import { dialledOf, typedOf } from '../../../machines/phone/dialled.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { placeWith, shownNumber } from '../shown-number.ts';
import { useAsYouType } from './use-as-you-type.ts';

interface NumberInputProps {
  label: string;
  typed: string;
  onChange: (typed: string) => void;
  /** Enter. */
  onDone: () => void;
}

/** Each character is a key, also a letter behind a whole number; what is pasted is read as a whole. */
const keysOf = (text: string): string =>
  text
    .split(BEFORE_EXTENSION)
    .map((part) => Array.from(part, dialledOf).join(''))
    .join('x');

/** Shown between a number and its extension; an `x` that is typed elsewhere is a key. */
const BEFORE_EXTENSION = ' x';

/** As far as a number and an extension each may reach. */
const cut = (keys: string): string =>
  keys
    .split('x', 2)
    .map((part) => part.slice(0, MAX_DIALLED))
    .join('x');

/** A number as it is typed, with its dashes; letters are keys of a telephone. */
export function NumberInput({ label, typed, onChange, onDone }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  /** Typed characters behind the caret, after a change that was made in this field. */
  const behind = useRef<number | null>(null);
  const shown = shownNumber(typed, useAsYouType());
  useLayoutEffect(() => {
    if (behind.current === null) return;
    const place = placeWith(behind.current, shown);
    input.current?.setSelectionRange(place, place);
  }, [shown]);

  const change = (before: string, after: string) => {
    behind.current = keysOf(after).length;
    onChange(cut(keysOf(before + after)));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = typedOf(event.clipboardData.getData('text')).replace('x', BEFORE_EXTENSION);
    change(value.slice(0, selectionStart ?? value.length) + pasted, value.slice(selectionEnd ?? value.length));
  };
  return (
    <div className="dial">
      <input
        ref={input}
        data-first
        aria-label={label}
        inputMode="tel"
        autoComplete="off"
        placeholder="Number"
        value={shown}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          const place = selectionStart ?? value.length;
          // Deleting a dash deletes the digit before it.
          const isDash = keysOf(value) === typed && value.length < shown.length;
          change(isDash ? keysOf(value.slice(0, place)).slice(0, -1) : value.slice(0, place), value.slice(place));
        }}
        onBlur={() => {
          behind.current = null;
        }}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDone();
        }}
      />
      <IconButton
        icon={Delete}
        label="Delete digit"
        className={typed === '' ? 'is-hidden' : ''}
        onClick={() => onChange(typed.slice(0, -1))}
      />
    </div>
  );
}
