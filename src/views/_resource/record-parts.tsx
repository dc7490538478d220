import { type ReactNode, useState } from 'react';
import { type FieldValues, useController, type UseFormReturn, useWatch } from 'react-hook-form';
import { parseDollars, typedDollars } from '#rules/billing/money.ts';
import { STATE_OPTIONS } from '#rules/places/us-states.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField, type SelectOption } from '../_kit/controls/SelectField.tsx';
import { TextArea, TextField, type TextFieldProps } from '../_kit/controls/TextField.tsx';
import type { ChosenFile } from './file-fault.ts';
import { SeveralField } from './SeveralField.tsx';
import { type EntryField, type EntryOf, RowsField } from './RowsField.tsx';

/** Names of the fields of a draft that hold such a value, or none. */
type NamesOf<Draft, Value> = {
  [Name in keyof Draft]-?: NonNullable<Draft[Name]> extends Value ? Name : never;
}[keyof Draft] &
  string;

type TextMore = Pick<
  TextFieldProps,
  'hint' | 'maxLength' | 'list' | 'type' | 'inputMode' | 'autoComplete' | 'placeholder'
>;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Fields of a form, each a function of its name and label. Only names of fields with a fitting value compile. */
export interface RecordParts<Draft> {
  readonly text: (name: NamesOf<Draft, string>, label: string, more?: TextMore) => ReactNode;
  readonly area: (
    name: NamesOf<Draft, string>,
    label: string,
    more?: Pick<TextMore, 'hint' | 'maxLength'> & { readonly rows?: number },
  ) => ReactNode;
  /** A day without a time; cleared, it is `null`. */
  readonly date: (name: NamesOf<Draft, string>, label: string) => ReactNode;
  /** Dollars as typed, whole cents as a value; cleared, they are `null`. */
  readonly money: (name: NamesOf<Draft, number>, label: string) => ReactNode;
  readonly choice: (name: NamesOf<Draft, string>, label: string, options: readonly SelectOption[]) => ReactNode;
  /** A US state or territory by its two letters; none is ''. */
  readonly state: (name: NamesOf<Draft, string>, label: string) => ReactNode;
  /** One of the rows by its id; `none` is the label of `null`. */
  readonly pick: (name: NamesOf<Draft, number>, label: string, rows: readonly Named[], none: string) => ReactNode;
  /** Any number of the rows by their ids; `add` is the label of the choice that adds one. */
  readonly several: (
    name: NamesOf<Draft, readonly number[]>,
    label: string,
    rows: readonly Named[],
    add: string,
  ) => ReactNode;
  /** Yes, no, or `null`. */
  readonly yesNo: (name: NamesOf<Draft, boolean>, label: string, unknown: string, hint?: string) => ReactNode;
  readonly check: (name: NamesOf<Draft, boolean>, label: string) => ReactNode;
  /** Short texts, separated by commas. */
  readonly list: (name: NamesOf<Draft, readonly string[]>, label: string, hint: string) => ReactNode;
  /** Entries with texts of their own, in an order; `one` names an entry in a sentence. */
  readonly rows: <Name extends NamesOf<Draft, readonly object[]>>(
    name: Name,
    label: string,
    one: string,
    fields: readonly EntryField<keyof EntryOf<Draft[Name]> & string>[],
    most: number,
  ) => ReactNode;
  /** A file that travels with the form; `accept` lists endings, and `hint` says what is stored, or what is taken. */
  readonly file: (label: string, accept: string, hint: string) => ReactNode;
  /** Something beside the fields that follows what is typed, such as a preview; it may write a field, too. */
  readonly live: (
    show: (draft: Partial<Draft>, write: WriteField<Draft>, errorOf: ErrorOf<Draft>) => ReactNode,
  ) => ReactNode;
}

/** Why a field without a part of its own can't be saved. */
export type ErrorOf<Draft> = (name: keyof Draft & string) => string | undefined;

export type WriteField<Draft> = <Name extends keyof Draft & string>(name: Name, value: Draft[Name]) => void;

type Form = Pick<UseFormReturn, 'register' | 'control' | 'formState' | 'setValue'>;

/** The validator's own message, which names no remedy. */
const UNNAMED = 'Invalid input';

const REMEDY = {
  text: 'Enter a valid value.',
  date: 'Enter a date like 11/22/2026.',
  money: 'Enter an amount like 132.45.',
  choice: 'Choose an option.',
} as const;

/** Name of the form's file, which is no field of its schema. */
export const FILE = 'file';

/** Errors of entries, by place and field. */
type EntryErrors =
  | { readonly [place: number]: Readonly<Record<string, { readonly message?: string }>> | undefined }
  | undefined;

const nullWhenEmpty = (value: unknown) => (value === '' ? null : value);

/** The parts of one form. */
export function recordParts({ register, control, setValue, formState: { errors } }: Form): RecordParts<FieldValues> {
  const errorOf = (name: string, kind: keyof typeof REMEDY): string | undefined => {
    const message = errors[name]?.message;
    if (typeof message !== 'string') return undefined;
    return message === UNNAMED ? REMEDY[kind] : message;
  };
  return {
    text: (name, label, more) => (
      <TextField autoComplete="off" {...more} {...register(name)} label={label} error={errorOf(name, 'text')} />
    ),
    area: (name, label, more) => (
      <div className="whole">
        <TextArea {...more} {...register(name)} label={label} error={errorOf(name, 'text')} />
      </div>
    ),
    date: (name, label) => (
      <TextField
        {...register(name, { setValueAs: nullWhenEmpty })}
        type="date"
        label={label}
        error={errorOf(name, 'date')}
      />
    ),
    money: (name, label) => <MoneyField control={control} name={name} label={label} error={errorOf(name, 'money')} />,
    choice: (name, label, options) => (
      <SelectField
        {...register(name, { setValueAs: (value) => (options.some(isNone) ? nullWhenEmpty(value) : value) })}
        label={label}
        options={options}
        error={errorOf(name, 'choice')}
      />
    ),
    state: (name, label) => (
      <SelectField {...register(name)} label={label} options={STATE_OPTIONS} error={errorOf(name, 'choice')} />
    ),
    pick: (name, label, rows, none) => (
      <SelectField
        {...register(name, { setValueAs: (value) => Number(value) || null })}
        label={label}
        options={[
          { value: '', label: none },
          ...rows.map(({ id, name: label_ }) => ({ value: String(id), label: label_ })),
        ]}
        error={errorOf(name, 'choice')}
      />
    ),
    several: (name, label, rows, add) => (
      <SeveralField control={control} name={name} label={label} rows={rows} add={add} error={errorOf(name, 'choice')} />
    ),
    yesNo: (name, label, unknown, hint) => (
      <YesNoField control={control} name={name} label={label} unknown={unknown} hint={hint} />
    ),
    check: (name, label) => <CheckField control={control} name={name} label={label} />,
    list: (name, label, hint) => (
      <ListField control={control} name={name} label={label} hint={hint} error={errorOf(name, 'text')} />
    ),
    rows: (name, label, one, fields, most) => (
      <RowsField
        control={control}
        name={name}
        label={label}
        one={one}
        fields={fields}
        most={most}
        errorOf={(at) => {
          if (at === undefined) return errorOf(name, 'text');
          const message = (errors[name] as unknown as EntryErrors)?.[at.place]?.[at.field]?.message;
          return message === UNNAMED ? REMEDY.text : message;
        }}
      />
    ),
    file: (label, accept, hint) => (
      <FileField
        control={control}
        name={FILE}
        label={label}
        accept={accept}
        hint={hint}
        error={errorOf(FILE, 'choice')}
      />
    ),
    live: (show) => (
      <Live control={control} setValue={setValue} show={show} errorOf={(name) => errorOf(name, 'text')} />
    ),
  };
}

/** Initial values of a form's fields before data is loaded, by name. */
export function blanksOf(fields: (parts: never) => ReactNode): FieldValues {
  const found: FieldValues = {};
  const takes = (blank: unknown) => (name: string) => {
    found[name] = blank;
    return null;
  };
  const parts: RecordParts<FieldValues> = {
    text: takes(''),
    area: takes(''),
    date: takes(null),
    money: takes(null),
    choice: (name, _label, options) => takes(options.some(isNone) ? null : '')(name),
    state: takes(''),
    pick: takes(null),
    several: takes([]),
    yesNo: takes(null),
    check: takes(false),
    list: takes([]),
    rows: takes([]),
    file: () => takes(null)(FILE),
    live: () => null,
  };
  void fields(parts as never);
  return found;
}

const isNone = ({ value }: SelectOption) => value === '';

interface OwnField {
  control: Form['control'];
  name: string;
  label: string;
}

/** Typed text stays unchanged while it equals the stored amount. */
function MoneyField({ control, name, label, error }: OwnField & { error: string | undefined }) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  const cents = (value ?? null) as number | null;
  const [typed, setTyped] = useState({ text: '', cents: null as number | null });
  const write = (text: string) => {
    const read = text.trim() === '' ? null : (parseDollars(text) ?? Number.NaN);
    setTyped({ text, cents: read });
    onChange(read);
  };
  return (
    <div className="is-money">
      <TextField
        ref={ref}
        name={name}
        label={label}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={Object.is(typed.cents, cents) ? typed.text : cents === null ? '' : typedDollars(cents)}
        onBlur={onBlur}
        onChange={(event) => write(event.currentTarget.value)}
      />
    </div>
  );
}

function YesNoField({ control, name, label, unknown, hint }: OwnField & { unknown: string; hint: string | undefined }) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  return (
    <SelectField
      ref={ref}
      name={name}
      label={label}
      hint={hint}
      value={value === true ? 'yes' : value === false ? 'no' : ''}
      options={[
        { value: '', label: unknown },
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value === 'yes')}
    />
  );
}

function CheckField({ control, name, label }: OwnField) {
  const {
    field: { value, onBlur, onChange },
  } = useController({ control, name });
  return (
    <Checkbox checked={value === true} onCheckedChange={onChange} onBlur={onBlur}>
      {label}
    </Checkbox>
  );
}

interface LiveProps extends Pick<Form, 'control' | 'setValue'> {
  show: (draft: FieldValues, write: WriteField<FieldValues>, errorOf: ErrorOf<FieldValues>) => ReactNode;
  errorOf: ErrorOf<FieldValues>;
}

function Live({ control, setValue, show, errorOf }: LiveProps) {
  const draft = useWatch({ control });
  return show(draft, (name, value) => setValue(name, value, { shouldDirty: true, shouldValidate: true }), errorOf);
}

interface HintedField extends OwnField {
  hint: string;
  error: string | undefined;
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Typed text stays unchanged while it means the stored parts. */
function ListField({ control, name, label, hint, error }: HintedField) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  const stored = ((value ?? []) as readonly string[]).join(', ');
  const [typed, setTyped] = useState('');
  return (
    <TextField
      ref={ref}
      name={name}
      label={label}
      hint={hint}
      error={error}
      autoComplete="off"
      value={partsOf(typed).join(', ') === stored ? typed : stored}
      onBlur={onBlur}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(partsOf(currentTarget.value));
      }}
    />
  );
}

function FileField({ control, name, label, accept, hint, error }: HintedField & { accept: string }) {
  const {
    field: { ref, onBlur, onChange },
  } = useController({ control, name });
  return (
    <div className="whole">
      <TextField
        ref={ref}
        type="file"
        name={name}
        label={label}
        accept={accept}
        hint={hint}
        error={error}
        onBlur={onBlur}
        onChange={({ currentTarget: { files } }) =>
          onChange(files?.[0] ? ({ file: files[0], accept } satisfies ChosenFile) : null)
        }
      />
    </div>
  );
}
