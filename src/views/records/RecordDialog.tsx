import { lazy, Suspense, useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextArea, TextField } from '../_kit/controls/TextField.tsx';
import { type Draft, type Faults, type FieldOf, fromDraft } from './record-fields.ts';

const AlertDialog = lazy(async () => ({ default: (await import('../_kit/overlays/AlertDialog.tsx')).AlertDialog }));

/** Why it could not be saved. */
interface Refused {
  readonly message: string;
  readonly code: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

interface RecordDialogProps<Name extends string> {
  title: string;
  fields: readonly FieldOf<Name>[];
  start: Draft<Name>;
  /** "Add policy"; `null`: it can only be looked at. */
  saveLabel: string | null;
  busy: boolean;
  error: Refused | null;
  onSave: (values: Record<string, unknown>) => void;
  onClose: () => void;
}

/** One record as a form. What was typed stays while it is refused, and is not thrown away without a question. */
export function RecordDialog<Name extends string>(props: RecordDialogProps<Name>) {
  const { title, fields, start, saveLabel, busy, error, onSave, onClose } = props;
  const [first] = useState(start);
  const [draft, setDraft] = useState(start);
  const [faults, setFaults] = useState<Faults>({});
  /** Fields that were changed since the server said no: its words are about another value. */
  const [changed, setChanged] = useState<readonly string[]>([]);
  const [leaving, setLeaving] = useState(false);
  const errorOf = (name: Name) =>
    faults[name] ?? (changed.includes(name) ? undefined : messageOf(error?.fields ?? {}, name));
  const isDirty = fields.some(({ name }) => (draft[name] ?? '') !== (first[name] ?? ''));
  const leave = () => (isDirty ? setLeaving(true) : onClose());
  const isSaid = fields.some(({ name }) => errorOf(name) !== undefined);
  const write = (name: Name, value: string) => {
    setDraft({ ...draft, [name]: value });
    setChanged([...changed, name]);
    const { [name]: _settled, ...others } = faults as Record<string, string>;
    setFaults(others);
  };
  const isConflict = error?.code === 'contact_changed';

  return (
    <Dialog title={title} open onClose={leave} wide>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const read = fromDraft(fields, draft);
          const isReadable = Object.keys(read.faults).length === 0;
          setFaults(read.faults);
          // Of two lists of faults the newer one counts.
          setChanged(isReadable ? [] : fields.map(({ name }) => name));
          if (isReadable) onSave(read.values);
        }}
      >
        <fieldset className="record-form" disabled={saveLabel === null} aria-label={title}>
          {isConflict ? (
            <Note tone="warn" title={error.message} role="alert">
              What you typed is kept. Save it again to replace what is stored now.
            </Note>
          ) : null}
          {fields.map((field, index) => (
            <div key={field.name} className={field.whole ? 'whole' : field.kind === 'money' ? 'is-money' : undefined}>
              <RecordInput
                field={field}
                value={draft[field.name] ?? ''}
                error={isConflict ? undefined : errorOf(field.name)}
                isFirst={index === 0}
                onChange={(value) => write(field.name, value)}
              />
            </div>
          ))}
          {error && !isSaid && !isConflict && changed.length === 0 ? (
            <Note tone="bad" title={error.message} role="alert">
              What you typed is kept.
            </Note>
          ) : null}
        </fieldset>
        <footer className="record-end">
          <Button onClick={leave}>{saveLabel === null ? 'Close' : 'Cancel'}</Button>
          {saveLabel === null ? null : (
            <Button type="submit" look="primary" busy={busy}>
              {saveLabel}
            </Button>
          )}
        </footer>
      </form>
      {leaving ? (
        <Suspense>
          <AlertDialog
            open
            title="Throw away what you typed?"
            confirmLabel="Throw it away"
            cancelLabel="Keep writing"
            destructive
            onConfirm={onClose}
            onCancel={() => setLeaving(false)}
          >
            <p>It is not saved yet and is gone when you leave.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </Dialog>
  );
}

/** The message of a field, whatever body it stands in. */
const messageOf = (fields: Refused['fields'], name: string): string | undefined =>
  Object.entries(fields).find(([path]) => path === name || path.endsWith(`.${name}`))?.[1][0];

interface RecordInputProps {
  field: FieldOf<string>;
  value: string;
  error: string | undefined;
  isFirst: boolean;
  onChange: (value: string) => void;
}

function RecordInput({ field, value, error, isFirst, onChange }: RecordInputProps) {
  const { label, kind, options = [], maxLength, hint } = field;
  const texts = { label, error, ...(hint !== undefined && { hint }) };
  if (kind === 'choice')
    return (
      <SelectField
        {...texts}
        options={options}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (kind === 'area')
    return (
      <TextArea
        {...texts}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextField
      {...texts}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'money' ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={maxLength}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field
      autoFocus={isFirst}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
