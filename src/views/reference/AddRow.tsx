import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TagColor } from '#contract/tags.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import type { ListKind, RowChange } from './list-kinds.ts';
import { type Around, COLOR_OPTIONS } from './ReferenceRow.tsx';

interface AddRowProps {
  kind: ListKind;
  around: Around;
  /** Position of the new row. */
  place: number;
}

/** A new row of a list; after adding one the field is ready for the next. */
export function AddRow({ kind, around, place }: AddRowProps) {
  const { has } = kind;
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [color, setColor] = useState<TagColor>('grey');
  const [groupId, setGroupId] = useState<number | null>(null);
  const [unitId, setUnitId] = useState<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const add = useSubmit(kind.add, {
    invalidates: [kind.list, ...kind.alsoShown],
    onDone: () => {
      setName('');
      setText('');
      input.current?.focus();
    },
  });
  const row: RowChange = {
    name,
    ...(kind.textLabel ? { text } : {}),
    ...(has.color ? { color } : {}),
    ...(has.position ? { position: place } : {}),
    ...(has.group ? { groupId } : {}),
    ...(has.unit ? { unitId } : {}),
  };
  const error = add.state === 'failed' ? add.error?.message : undefined;

  return (
    <form
      className="lists-add"
      onSubmit={(event) => {
        event.preventDefault();
        add.submit(kind.addArgs(row));
      }}
    >
      <TextField
        ref={input}
        label={`New ${kind.one}`}
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {kind.textLabel ? (
        <TextField
          label={kind.textLabel}
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      {has.color ? (
        <SelectField
          label="Color"
          value={color}
          options={COLOR_OPTIONS}
          onChange={(event) => setColor(event.currentTarget.value as TagColor)}
        />
      ) : null}
      {has.group ? (
        <SelectField
          label="Group"
          value={groupId ?? ''}
          options={[
            { value: '', label: 'None' },
            ...around.groups.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          onChange={(event) => setGroupId(Number(event.currentTarget.value) || null)}
        />
      ) : null}
      {has.unit && around.units.length > 1 ? (
        <SelectField
          label="For"
          value={unitId ?? ''}
          options={[
            { value: '', label: 'Entire account' },
            ...around.units.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          onChange={(event) => setUnitId(Number(event.currentTarget.value) || null)}
        />
      ) : null}
      <Button type="submit" icon={Plus} busy={add.state === 'submitting'}>
        Add
      </Button>
    </form>
  );
}
