import { type RefObject, useId, useState } from 'react';
import { EMAIL_STATUSES, GENDERS, LANGUAGES } from '#contract/contacts.contract.ts';
import {
  CONTACT_FILTER_FIELDS,
  CONTACT_TYPES,
  type ContactFilter,
  type ContactsScopeInput,
} from '#contract/contacts/scope.contract.ts';
import { POLICY_STATUSES } from '#contract/records/policies.contract.ts';
import { DAY_FIELDS, FILTER_OPS_OF, isEmptyOp } from '#rules/contacts/filter-ops.ts';
import { CONSENT_CHANNEL_WORDS, fieldWord, isNamedField, MONTH_WORDS } from '#rules/contacts/scope-sentence.ts';
import { readState, STATE_CHOICES } from '#rules/places/us-states.ts';
import { POLICY_TYPE_WORDS } from '#rules/insurance/policy-words.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { capital } from '#rules/words/capital.ts';
import { Chip } from '../../_kit/display/Chip.tsx';
import { Popover } from '../../_kit/overlays/Popover.tsx';
import { Suggestions } from '../../_kit/controls/Suggestions.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { DuplicateFilter } from '../../duplicates/DuplicateFilter.tsx';
import { useScopeChoices } from './use-scope-choices.ts';

interface FilterFormProps {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
  onAdd: (filter: ContactFilter) => void;
  /** An existing filter being changed. */
  start?: ContactFilter | undefined;
  /** Absent: possible duplicates are not offered. */
  onDuplicates: ((scope: NonNullable<ContactsScopeInput['duplicate']>) => void) | undefined;
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
  not_since: 'not since',
  over: 'over',
  under: 'under',
  empty: 'is empty',
  not_empty: 'is not empty',
};

/** Where the words of a chip read otherwise. */
const OP_LABELS_OF: Partial<Record<Field, Partial<Record<Op, string>>>> = {
  consent: { is: 'for', not: 'not for', empty: 'none on file', not_empty: 'on file' },
  opt_out: { is: 'of', not: 'not of', empty: 'of nothing', not_empty: 'of anything' },
  prescription: { is: 'takes', not: "doesn't take", empty: 'takes nothing', not_empty: 'takes anything' },
};

const wordsOf = (values: readonly string[]) => values.map((value) => ({ value, label: capital(value) }));

const CHANNELS = Object.entries(CONSENT_CHANNEL_WORDS).map(([value, label]) => ({ value, label: capital(label) }));

/** Choices that are the same everywhere. */
const FIXED: Partial<Record<Field, { value: string; label: string }[]>> = {
  type: wordsOf(CONTACT_TYPES),
  gender: wordsOf(GENDERS),
  language: wordsOf(LANGUAGES),
  email_status: wordsOf(EMAIL_STATUSES),
  policy_type: Object.entries(POLICY_TYPE_WORDS).map(([value, label]) => ({ value, label })),
  policy_status: wordsOf(POLICY_STATUSES),
  consent: CHANNELS,
  opt_out: CHANNELS,
  birth_month: MONTH_WORDS.map((label, i) => ({ value: String(i + 1), label })),
};

/** Where the words of a chip name no field. */
const LABELS: Partial<Record<Field, string>> = {
  tag: 'Tag',
  import_id: 'Imported file',
  dob: 'Birth date',
  birth_month: 'Birth month',
  county: 'County',
  created_at: 'Date added',
  last_touch_at: 'Last touch',
  last_call_at: 'Last call',
  policy_effective_on: 'Policy starts',
  policy_type: 'Policy type',
  prescription: 'Prescription',
};

const FIELDS = CONTACT_FILTER_FIELDS.map((name) => ({
  value: name,
  label: LABELS[name] ?? capital(fieldWord(name)),
})).toSorted((a, b) => a.label.localeCompare(b.label));
/** For users who may not reveal prescriptions: the server refuses them this filter. */
const OPEN_FIELDS = FIELDS.filter(({ value }) => value !== 'prescription');

const DUPLICATES = { value: 'duplicates', label: 'Possible duplicates' } as const;

/** Builds one filter: a field, how it compares, a value; possible duplicates are a filter of their own. */
export function FilterForm({ trigger, onClose, onAdd, onDuplicates, start }: FilterFormProps) {
  const mayReveal = useApp().user.permissions.includes('contacts.reveal');
  const [field, setField] = useState<Field>(start?.field ?? 'state');
  const [isDuplicates, setDuplicates] = useState(false);
  const [op, setOp] = useState<Op>(start?.op ?? 'is');
  const [first = '', ...further] = [start?.value ?? ''].flat();
  const [value, setValue] = useState(first);
  const [others, setOthers] = useState(further);
  const named = useScopeChoices(isNamedField(field) ? [field] : []);

  const fields = mayReveal || field === 'prescription' ? FIELDS : OPEN_FIELDS;
  const choices = FIXED[field] ?? (isNamedField(field) ? (named[field] ?? []) : null);
  const valueless = isEmptyOp(op);
  const filled = value.trim() || (choices?.[0]?.value ?? '');
  const refusal = valueless ? undefined : refusalOf(field, filled, choices !== null);

  return (
    <Popover label={start ? 'Edit filter' : 'Add a filter'} open onClose={onClose} trigger={trigger}>
      <form
        className="stack filter-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDuplicates || refusal !== undefined) return;
          const typed = field === 'state' && (op === 'is' || op === 'not') ? (readState(filled) ?? filled) : filled;
          const chosen = others.length > 0 ? [typed, ...others] : typed;
          onAdd({ field, value: valueless ? '' : chosen, ...(op === 'is' ? {} : { op }) });
          onClose();
        }}
      >
        <SelectField
          label="Field"
          value={isDuplicates ? DUPLICATES.value : field}
          options={onDuplicates ? [...fields, DUPLICATES] : fields}
          onChange={(event) => {
            setDuplicates(event.currentTarget.value === DUPLICATES.value);
            if (event.currentTarget.value === DUPLICATES.value) return;
            const next = event.currentTarget.value as Field;
            setField(next);
            setValue('');
            setOthers([]);
            if (!FILTER_OPS_OF[next].includes(op)) setOp(FILTER_OPS_OF[next][0] ?? 'is');
          }}
        />
        {isDuplicates && onDuplicates ? (
          <DuplicateFilter
            onAdd={(scope) => {
              onDuplicates(scope);
              onClose();
            }}
          />
        ) : (
          <>
            <SelectField
              label="Condition"
              value={op}
              options={FILTER_OPS_OF[field].map((name) => ({
                value: name,
                label: OP_LABELS_OF[field]?.[name] ?? OP_LABELS[name],
              }))}
              onChange={(event) => setOp(event.currentTarget.value as Op)}
            />
            {valueless ? null : choices ? (
              <SelectField
                label="Value"
                value={filled}
                options={choices}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            ) : (
              <TypedValue field={field} value={value} onChange={setValue} />
            )}
            {valueless
              ? null
              : others.map((other) => (
                  <Chip
                    key={other}
                    kind="remove"
                    field="or"
                    onClick={() => setOthers(others.filter((one) => one !== other))}
                  >
                    {choices?.find((choice) => choice.value === other)?.label ?? other}
                  </Chip>
                ))}
            <Button type="submit" look="primary" refusal={refusal}>
              {start ? 'Save filter' : 'Add filter'}
            </Button>
          </>
        )}
      </form>
    </Popover>
  );
}

/** Reason why this value makes no filter. */
function refusalOf(field: Field, value: string, isChosen: boolean): string | undefined {
  if (!value) return isChosen ? 'No options yet.' : 'Enter a value first.';
  return field === 'age' && !/^\d{1,3}$/u.test(value) ? 'Enter a number of years, like 65.' : undefined;
}

interface TypedValueProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

/** A value that is typed: a day, a number of years, a state found by typing, or text. */
function TypedValue({ field, value, onChange }: TypedValueProps) {
  const statesId = useId();
  return (
    <>
      <TextField
        label={field === 'age' ? 'Years' : 'Value'}
        type={DAY_FIELDS.includes(field) ? 'date' : 'text'}
        inputMode={field === 'age' ? 'numeric' : undefined}
        list={field === 'state' ? statesId : undefined}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {field === 'state' ? <Suggestions id={statesId} of={STATE_CHOICES} /> : null}
    </>
  );
}
