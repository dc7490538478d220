import { ArrowUp, Plus, X } from 'lucide-react';
import { type InputHTMLAttributes, type MouseEvent, useRef } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { SelectField, type SelectOption } from '../_kit/controls/SelectField.tsx';
import { TextArea, TextField } from '../_kit/controls/TextField.tsx';

/** One text of an entry. */
export interface EntryField<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly type?: InputHTMLAttributes<HTMLInputElement>['type'];
  readonly maxLength?: number;
  /** Offers these instead of typing; the first one is that of a new entry. */
  readonly options?: readonly SelectOption[];
  /** Several lines. */
  readonly long?: true;
}

/** One entry of a draft's list. */
export type EntryOf<List> = NonNullable<List> extends readonly (infer Entry)[] ? Entry : never;

/** Texts by field. */
type Entry = Readonly<Record<string, string | undefined>>;

interface RowsFieldProps {
  control: Control<FieldValues>;
  name: string;
  label: string;
  /** In a sentence: "question". */
  one: string;
  fields: readonly EntryField[];
  most: number;
  /** Of the whole list, or of one field of one entry. */
  errorOf: (at?: { place: number; field: string }) => string | undefined;
}

/** A list of entries in a record's form: adds, changes, moves and removes them. */
export function RowsField({ control, name, label, one, fields, most, errorOf }: RowsFieldProps) {
  const {
    field: { value, onBlur, onChange },
  } = useController({ control, name });
  const entries = (value ?? []) as readonly Entry[];
  const list = useRef<HTMLFieldSetElement>(null);
  const focusLast = () =>
    list.current?.querySelector<HTMLElement>('li:last-child :is(input, select, textarea)')?.focus();
  const add = () => {
    onChange([...entries, Object.fromEntries(fields.map((field) => [field.name, field.options?.[0]?.value ?? '']))]);
    requestAnimationFrame(focusLast);
  };
  const remove = ({ currentTarget }: MouseEvent, place: number) => {
    // The button leaves the page and would take the focus along.
    currentTarget.closest('fieldset')?.querySelector<HTMLElement>('.rows-add')?.focus();
    onChange(entries.filter((_, at) => at !== place));
  };
  const move = (place: number) => {
    const moved = [...entries];
    moved.splice(place - 1, 0, ...moved.splice(place, 1));
    onChange(moved);
  };
  const write = (place: number, field: string, text: string) =>
    onChange(entries.map((entry, at) => (at === place ? { ...entry, [field]: text } : entry)));
  const whole = errorOf();

  return (
    <fieldset className="rows whole" ref={list}>
      <legend className="field-label">{label}</legend>
      {entries.length === 0 ? null : (
        <ol>
          {entries.map((entry, place) => (
            // Entries have no identity but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              {fields.map((field) => (
                <EntryInput
                  key={field.name}
                  of={field}
                  hidden={`${field.label} of ${one} ${place + 1}`}
                  value={entry[field.name] ?? ''}
                  error={errorOf({ place, field: field.name })}
                  onBlur={onBlur}
                  onWrite={(text) => write(place, field.name, text)}
                />
              ))}
              <div className="row">
                {place === 0 ? null : (
                  <IconButton
                    icon={ArrowUp}
                    size="small"
                    label={`Move ${one} ${place + 1} up`}
                    onClick={() => move(place)}
                  />
                )}
                <IconButton
                  icon={X}
                  size="small"
                  label={`Remove ${one} ${place + 1}`}
                  onClick={(event) => remove(event, place)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {whole === undefined ? null : (
        <p className="why meta" role="alert">
          {whole}
        </p>
      )}
      <Button className="rows-add" size="small" icon={Plus} disabled={entries.length >= most} onClick={add}>
        Add a {one}
      </Button>
    </fieldset>
  );
}

interface EntryInputProps {
  of: EntryField;
  /** The whole label, which names the entry. */
  hidden: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onWrite: (text: string) => void;
}

function EntryInput({ of, hidden, value, error, onBlur, onWrite }: EntryInputProps) {
  const texts = { label: of.label, 'aria-label': hidden, value, error, onBlur };
  if (of.options !== undefined)
    return (
      <SelectField {...texts} options={of.options} onChange={({ currentTarget }) => onWrite(currentTarget.value)} />
    );
  if (of.long === true)
    return (
      <TextArea
        {...texts}
        rows={3}
        maxLength={of.maxLength}
        onChange={({ currentTarget }) => onWrite(currentTarget.value)}
      />
    );
  return (
    <TextField
      {...texts}
      type={of.type ?? 'text'}
      maxLength={of.maxLength}
      autoComplete="off"
      onChange={({ currentTarget }) => onWrite(currentTarget.value)}
    />
  );
}
