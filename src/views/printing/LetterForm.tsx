import { useRef } from 'react';
import {
  listLetterTemplates,
  MAX_LETTER_BODY,
  MAX_LETTER_SENDER,
  type TemplateFault,
} from '#contract/printing.contract.ts';
import { MERGE_FIELDS, mergeMark } from '#rules/contacts/merge-fields.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';
import { firstLetter, isSameLetter, type LetterDraft } from './letter-draft.ts';
import { LetterKeeping } from './LetterKeeping.tsx';

const NEW = '';

interface LetterFormProps {
  draft: LetterDraft;
  faults: readonly TemplateFault[];
  onChange: (draft: LetterDraft) => void;
}

/** Text of a letter with merge fields, from a saved letter or new. */
export function LetterForm({ draft, faults, onChange }: LetterFormProps) {
  const { user, toasts } = useApp();
  const body = useRef<HTMLTextAreaElement>(null);
  const templates = useResource(listLetterTemplates, {});
  const kept = templates.data?.data ?? [];
  const faultOf = (field: TemplateFault['field']) => faults.find((fault) => fault.field === field)?.message;
  const take = (value: string) => {
    const found = kept.find(({ id }) => String(id) === value);
    onChange(found ? { id: found.id, name: found.name, sender: found.sender, body: found.body } : firstLetter(user));
    const before = kept.find(({ id }) => id === draft.id) ?? firstLetter(user);
    if (isSameLetter(before, draft)) return;
    const undo = { label: 'Undo', run: () => onChange(draft) };
    toasts.show({ tone: 'info', text: "Your changes weren't saved.", action: undo });
  };
  const insert = (mark: string) => {
    const { selectionStart: from, selectionEnd: to } = body.current ?? { selectionStart: 0, selectionEnd: 0 };
    onChange({ ...draft, body: `${draft.body.slice(0, from)}${mark}${draft.body.slice(to)}` });
    requestAnimationFrame(() => {
      body.current?.focus();
      body.current?.setSelectionRange(from + mark.length, from + mark.length);
    });
  };
  return (
    <>
      <SelectField
        label="Letter"
        value={draft.id === null ? NEW : String(draft.id)}
        error={templates.error?.message}
        options={[
          { value: NEW, label: 'New letter' },
          ...kept.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => take(event.target.value)}
      />
      <TextArea
        label="Sender block"
        rows={3}
        maxLength={MAX_LETTER_SENDER}
        value={draft.sender}
        error={faultOf('sender')}
        onChange={(event) => onChange({ ...draft, sender: event.target.value })}
      />
      <TextArea
        ref={body}
        label="Text"
        rows={9}
        maxLength={MAX_LETTER_BODY}
        value={draft.body}
        error={faultOf('body')}
        onChange={(event) => onChange({ ...draft, body: event.target.value })}
      />
      <SelectField
        label="Insert a field"
        value=""
        options={[
          { value: '', label: 'Choose a field' },
          ...MERGE_FIELDS.map(({ name, label }) => ({ value: mergeMark(name), label })),
        ]}
        onChange={(event) => (event.target.value === '' ? undefined : insert(event.target.value))}
      />
      <LetterKeeping draft={draft} kept={kept} onChange={onChange} />
    </>
  );
}
