import { ChevronDown } from 'lucide-react';
import { type Ref, type SelectHTMLAttributes, useId } from 'react';
import { classes } from '../format/class-names.ts';
import { describedBy, Field, type FieldTexts } from './Field.tsx';
import { Icon } from '../display/Icon.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** Group heading shared with neighboring options. Absent: none. */
  group?: string;
}

export interface SelectFieldProps extends FieldTexts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size'> {
  options: readonly SelectOption[];
  tall?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list: quick, searchable by typing, and right on a phone. */
export function SelectField({ label, labelHidden, hint, error, aside, options, tall, ...select }: SelectFieldProps) {
  const ownId = useId();
  const id = select.id ?? ownId;
  const texts = { label, labelHidden: labelHidden ?? false, hint, error, aside };
  return (
    <Field id={id} {...texts}>
      <span className="input-wrap">
        <select {...select} {...describedBy(id, texts)} id={id} className={classes('input', tall && 'tall')}>
          {[...Map.groupBy(options, ({ group }) => group)].map(([group, within]) =>
            group === undefined ? (
              within.map(choice)
            ) : (
              <optgroup key={group} label={group}>
                {within.map(choice)}
              </optgroup>
            ),
          )}
        </select>
        <Icon of={ChevronDown} className="select-mark" />
      </span>
    </Field>
  );
}

const choice = ({ value, label, disabled }: SelectOption) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
