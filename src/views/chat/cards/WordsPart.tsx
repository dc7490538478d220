import { useLayoutEffect, useRef, useState } from 'react';
import { ScopePart } from './ScopePart.tsx';

interface WordsPartProps {
  words: string;
  onEdit: () => void;
  onSave: (words: string) => void;
}

/**
 * The words that a search looks for; a click turns them into a field: Enter saves, Escape restores the previous text.
 */
export function WordsPart({ words, onEdit, onSave }: WordsPartProps) {
  /** `null`: it was never changed, so it takes no focus. */
  const [isEdited, setEdited] = useState<boolean | null>(null);
  const part = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (isEdited !== null) part.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isEdited]);
  const save = (text: string) => {
    setEdited(false);
    if (text.trim() !== words) onSave(text.trim());
  };
  return (
    <span ref={part} className="words-part">
      {isEdited ? (
        <input
          className="input"
          aria-label="Search text"
          defaultValue={words}
          maxLength={200}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            if (event.key === 'Enter') save(event.currentTarget.value);
            else setEdited(false);
          }}
        />
      ) : (
        <ScopePart
          field="Search text"
          value={words}
          onEdit={() => {
            onEdit();
            setEdited(true);
          }}
          onRemove={() => onSave('')}
        />
      )}
    </span>
  );
}
