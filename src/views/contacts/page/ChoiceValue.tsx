import { type EditedField, textOf } from '../../../machines/contacts/field-edits.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField, type SelectOption } from '../../_kit/controls/SelectField.tsx';
import { labelOf } from './contact-fields.ts';
import { FieldConflict } from './FieldConflict.tsx';
import type { ContactEdits } from './use-field-edits.ts';

interface ChoiceValueProps {
  field: EditedField;
  options: readonly SelectOption[];
  edits: ContactEdits;
  readOnly: boolean;
}

/** A value that is chosen from a list. One that the list does not offer any more is still shown. */
export function ChoiceValue({ field, options, edits, readOnly }: ChoiceValueProps) {
  const edit = edits.byField[field];
  if (edit?.state === 'conflicting') return <FieldConflict field={field} edits={edits} options={options} />;
  const isKept = edit?.state === 'kept';
  const value = isKept ? edit.typed : textOf(edits.shown, field);
  const known = options.some((option) => option.value === value);
  return (
    <SelectField
      label={labelOf(field)}
      labelHidden
      {...(isKept && {
        hint: (
          <span className="row">
            Not saved yet
            <Button size="small" look="plain" onClick={() => edits.save(field, edit.typed)}>
              Save
            </Button>
          </span>
        ),
      })}
      value={value}
      disabled={readOnly}
      error={edit?.state === 'refused' ? edit.message : undefined}
      options={known ? options : [{ value, label: nameOfStored(edits, field) ?? value }, ...options]}
      onChange={(event) => edits.save(field, event.currentTarget.value)}
    />
  );
}

/** Label of a chosen id while the choices are loading. */
function nameOfStored({ stored }: ContactEdits, field: EditedField): string | undefined {
  if (field === 'status_id') return stored.status?.name;
  if (field === 'agentflow_status_id') return stored.agentflow_status?.name;
  return field === 'group_id' ? stored.group?.name : undefined;
}
