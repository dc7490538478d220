import type { LucideIcon } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import { classes } from '../format/class-names.ts';
import { describedBy, Field, type FieldTexts } from './Field.tsx';
import { Icon } from '../display/Icon.tsx';

export interface TextFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  tall?: boolean;
  icon?: LucideIcon;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, labelHidden, hint, error, aside, tall, icon, className, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const texts = { label, labelHidden: labelHidden ?? false, hint, error, aside };
  return (
    <Field id={id} {...texts}>
      <span className="input-wrap">
        {icon ? <Icon of={icon} /> : null}
        <input
          type="text"
          {...input}
          {...describedBy(id, texts)}
          id={id}
          className={classes('input', tall && 'tall', className)}
        />
      </span>
    </Field>
  );
}

export interface TextAreaProps extends FieldTexts, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, labelHidden, hint, error, aside, className, ...area }: TextAreaProps) {
  const ownId = useId();
  const id = area.id ?? ownId;
  const texts = { label, labelHidden: labelHidden ?? false, hint, error, aside };
  return (
    <Field id={id} {...texts}>
      <textarea rows={3} {...area} {...describedBy(id, texts)} id={id} className={classes('input', className)} />
    </Field>
  );
}
