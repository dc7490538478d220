import { ChevronDown } from 'lucide-react';
import { type Ref, type SelectHTMLAttributes, useId } from 'react';
import { classes } from './class-names.ts';
import { describedBy, Field, type FieldTexts } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
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
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} className="select-mark" />
      </span>
    </Field>
  );
}
