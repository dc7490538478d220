import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon } from '../display/Icon.tsx';

export interface FieldTexts {
  label: string;
  /** Hides the label visually; screen readers still read it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Error as a sentence; replaces the hint. */
  error?: string | undefined;
  /** At the right of the label, for a link such as "Forgot it?". */
  aside?: ReactNode;
}

interface FieldProps extends FieldTexts {
  id: string;
  children: ReactNode;
}

/** Attributes of the field's input, so that its hint or error is read with it. */
export const describedBy = (id: string, { error, hint }: FieldTexts) => ({
  ...(error !== undefined && { 'aria-invalid': true }),
  ...((error !== undefined || hint !== undefined) && { 'aria-describedby': `${id}-note` }),
});

export function Field({ id, label, labelHidden = false, hint, error, aside, children }: FieldProps) {
  return (
    <div className={classes('field', error !== undefined && 'is-bad')}>
      <div className={labelHidden ? 'sr' : 'row'}>
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {aside ? <span className="end">{aside}</span> : null}
      </div>
      {children}
      {error === undefined ? (
        hint === undefined ? null : (
          <p className="meta quiet" id={`${id}-note`}>
            {hint}
          </p>
        )
      ) : (
        <p className="why meta" id={`${id}-note`}>
          <Icon of={CircleAlert} tone="bad" />
          {error}
        </p>
      )}
    </div>
  );
}
