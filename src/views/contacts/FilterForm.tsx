import { type RefObject, useState } from 'react';
import { CONTACT_FILTER_FIELDS, CONTACT_TYPES, type ContactFilter, FILTER_OPS } from '#contract/contacts.contract.ts';
import { listTags } from '#contract/tags.contract.ts';
import { fieldWord } from '#rules/scope-sentence.ts';
import { useResource } from '../_app/use-resource.ts';
import { Button } from '../_kit/Button.tsx';
import { Popover } from '../_kit/Popover.tsx';
import { SelectField } from '../_kit/SelectField.tsx';
import { TextField } from '../_kit/TextField.tsx';

interface FilterFormProps {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  onAdd: (filter: ContactFilter) => void;
}

type Field = ContactFilter['field'];
type Op = NonNullable<ContactFilter['op']>;

const OP_LABELS: Record<Op, string> = {
  is: 'is',
  not: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  before: 'before',
  after: 'after',
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const isDay = (field: Field) => field === 'dob' || field === 'created_at';
const isChoice = (field: Field) => field === 'tag' || field === 'type';

const opsOf = (field: Field): readonly Op[] =>
  isDay(field)
    ? ['is', 'before', 'after']
    : isChoice(field)
      ? ['is', 'not']
      : FILTER_OPS.filter((op) => op !== 'before' && op !== 'after');

/** Builds one filter: a field, how it compares, a value. */
export function FilterForm({ trigger, onClose, onAdd }: FilterFormProps) {
  const tags = useResource(listTags, {});
  const [field, setField] = useState<Field>('state');
  const [op, setOp] = useState<Op>('is');
  const [value, setValue] = useState('');

  const choices =
    field === 'tag'
      ? (tags.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
      : field === 'type'
        ? CONTACT_TYPES.map((type) => ({ value: type, label: capital(type) }))
        : null;
  const filled = value.trim() || (choices?.[0]?.value ?? '');

  return (
    <Popover label="Add a filter" open onClose={onClose} trigger={trigger}>
      <form
        className="stack filter-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!filled) return;
          onAdd({ field, value: filled, ...(op === 'is' ? {} : { op }) });
          onClose();
        }}
      >
        <SelectField
          label="Field"
          value={field}
          options={CONTACT_FILTER_FIELDS.filter((name) => name !== 'import_id').map((name) => ({
            value: name,
            label: capital(name === 'tag' ? 'tag' : fieldWord(name)),
          }))}
          onChange={(event) => {
            const next = event.currentTarget.value as Field;
            setField(next);
            setValue('');
            if (!opsOf(next).includes(op)) setOp('is');
          }}
        />
        <SelectField
          label="Compare"
          value={op}
          options={opsOf(field).map((name) => ({ value: name, label: OP_LABELS[name] }))}
          onChange={(event) => setOp(event.currentTarget.value as Op)}
        />
        {choices ? (
          <SelectField
            label="Value"
            value={filled}
            options={choices}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <TextField
            label="Value"
            type={isDay(field) ? 'date' : 'text'}
            value={value}
            maxLength={200}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <Button type="submit" look="primary" {...(filled ? {} : { refusal: 'Enter a value first.' })}>
          Add filter
        </Button>
      </form>
    </Popover>
  );
}
