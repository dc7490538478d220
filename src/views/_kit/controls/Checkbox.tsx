import type { InputHTMLAttributes, ReactNode } from 'react';
import { classes } from '../format/class-names.ts';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'checked' | 'onChange'> {
  /** `'some'`: partly selected. */
  checked: boolean | 'some';
  /** `'some'` turns into true, as in every file manager. */
  onCheckedChange?: (checked: boolean) => void;
  /** Without a visible label give `aria-label`. */
  children?: ReactNode;
}

export function Checkbox({ checked, onCheckedChange, children, className, ...input }: CheckboxProps) {
  const box = (
    <input
      {...input}
      type="checkbox"
      className={classes('check', className)}
      checked={checked === true}
      aria-checked={checked === 'some' ? 'mixed' : checked}
      ref={(element) => {
        if (element) element.indeterminate = checked === 'some';
      }}
      onChange={() => onCheckedChange?.(checked !== true)}
    />
  );
  return children === undefined ? (
    box
  ) : (
    <label className="check-line">
      {box}
      <span>{children}</span>
    </label>
  );
}
