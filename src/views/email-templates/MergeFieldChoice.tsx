import { useRef } from 'react';
import { MERGE_FIELDS, mergeMark } from '#rules/contacts/merge-fields.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';

const OPTIONS = [
  { value: '', label: 'Choose a field' },
  ...MERGE_FIELDS.map(({ name, label }) => ({ value: mergeMark(name), label })),
];

interface MergeFieldChoiceProps {
  /** Name of the text field that gets the field, in the same form. */
  field: string;
  text: string;
  onWrite: (text: string) => void;
}

/** Inserts a merge field where the cursor is in a text. */
export function MergeFieldChoice({ field, text, onWrite }: MergeFieldChoiceProps) {
  const choice = useRef<HTMLSelectElement>(null);
  const insert = (mark: string) => {
    const area = choice.current?.form?.elements.namedItem(field);
    if (!(area instanceof HTMLTextAreaElement || area instanceof HTMLInputElement)) return;
    const [from, to] = [area.selectionStart ?? text.length, area.selectionEnd ?? text.length];
    onWrite(`${text.slice(0, from)}${mark}${text.slice(to)}`);
    area.focus();
    area.setSelectionRange(from + mark.length, from + mark.length);
  };
  return (
    <SelectField
      ref={choice}
      label="Insert a merge field"
      value=""
      options={OPTIONS}
      onChange={({ currentTarget: { value } }) => (value === '' ? undefined : insert(value))}
    />
  );
}
