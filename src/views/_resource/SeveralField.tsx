import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';

interface SeveralFieldProps {
  control: UseFormReturn['control'];
  name: string;
  label: string;
  rows: readonly { readonly id: number; readonly name: string }[];
  add: string;
  error: string | undefined;
}

/** A choice that adds a row, and below it the chosen ones, each with a button that removes it. */
export function SeveralField({ control, name, label, rows, add, error }: SeveralFieldProps) {
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  const chosen = (value ?? []) as readonly number[];
  const remove = ({ currentTarget }: MouseEvent, id: number) => {
    // The button leaves the page and would take the focus along.
    currentTarget.closest('.several')?.querySelector('select')?.focus();
    onChange(chosen.filter((other) => other !== id));
  };
  return (
    <div className="several whole">
      <SelectField
        ref={ref}
        name={name}
        label={label}
        error={error}
        value=""
        options={[
          { value: '', label: add },
          ...rows
            .filter(({ id }) => !chosen.includes(id))
            .map(({ id, name: label_ }) => ({ value: String(id), label: label_ })),
        ]}
        onBlur={onBlur}
        onChange={({ currentTarget }) => onChange([...chosen, Number(currentTarget.value)])}
      />
      {chosen.length === 0 ? null : (
        <ul className="row wrap" aria-label={label}>
          {rows
            .filter(({ id }) => chosen.includes(id))
            .map((row) => (
              <li key={row.id} className="chip">
                {row.name}
                <IconButton
                  icon={X}
                  size="small"
                  label={`Remove ${row.name}`}
                  onClick={(event) => remove(event, row.id)}
                />
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
