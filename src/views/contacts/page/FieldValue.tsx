import { useSelector } from '@xstate/react';
import { acceptsInName } from '#rules/contacts/contact-name.ts';
import { readState } from '#rules/places/us-states.ts';
import { textOf } from '../../../machines/contacts/field-edits.ts';
import { useApp } from '../../_base/use-app.ts';
import { InlineEdit } from '../../_kit/controls/InlineEdit.tsx';
import { type FieldLook, shownText } from './contact-fields.ts';
import type { Suggestion } from '../../_kit/controls/Suggestions.tsx';
import { FieldConflict } from './FieldConflict.tsx';
import type { ContactEdits } from './use-field-edits.ts';

interface FieldValueProps {
  look: FieldLook;
  edits: ContactEdits;
  readOnly: boolean;
  /** Words offered while typing. */
  suggestions?: readonly Suggestion[];
}

/** A value that is typed. */
export function FieldValue({
  look: { name, label, type = 'text', maxLength },
  edits,
  readOnly,
  suggestions,
}: FieldValueProps) {
  const { brand } = useApp();
  const edit = edits.byField[name];
  const draft = useSelector(edits.actor, ({ context }) => context.edits.drafts[name]);
  const stored = textOf(edits.stored, name);
  const value = textOf(edits.shown, name);
  if (edit?.state === 'conflicting') return <FieldConflict field={name} edits={edits} />;
  const isOpen = edit?.state === 'refused' || edit?.state === 'kept';
  const isOvertaken = edit === undefined && draft !== undefined && draft.base !== stored;
  const overtaken = isOvertaken ? `Someone changed this to “${shownText(name, stored) || 'empty'}”` : undefined;
  const isName = name === 'first_name' || name === 'last_name';

  return (
    <InlineEdit
      label={label}
      value={value}
      shown={shownText(name, isOpen ? edit.typed : value)}
      type={type}
      maxLength={maxLength}
      readOnly={readOnly}
      saving={edit?.state === 'waiting' || edit?.state === 'checking'}
      error={edit?.state === 'refused' ? edit.message : undefined}
      note={edit?.state === 'kept' ? 'Not saved yet' : overtaken}
      unsaved={isOpen ? edit.typed : undefined}
      {...(isName ? { accepts: (character: string) => acceptsInName(character, brand.nameCharacters) } : {})}
      {...(suggestions ? { suggestions } : {})}
      onTyped={(typed) => edits.actor.send({ type: 'field.type', field: name, typed })}
      onGivenUp={() => edits.actor.send({ type: 'field.giveUp', field: name })}
      onSave={(typed) => edits.save(name, name === 'state' ? (readState(typed) ?? typed) : typed)}
    />
  );
}
