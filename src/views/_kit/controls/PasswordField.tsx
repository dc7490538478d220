import { Eye, EyeOff } from 'lucide-react';
import { type InputHTMLAttributes, type Ref, useId, useState } from 'react';
import { classes } from '../format/class-names.ts';
import { describedBy, Field, type FieldTexts } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

export interface PasswordFieldProps extends FieldTexts, Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  tall?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Pasting and password managers work; the eye shows what was typed. */
export function PasswordField({ label, labelHidden, hint, error, aside, tall, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const ownId = useId();
  const id = input.id ?? ownId;
  const texts = { label, labelHidden: labelHidden ?? false, hint, error, aside };
  return (
    <Field id={id} {...texts}>
      <span className="input-wrap">
        <input
          autoComplete="current-password"
          {...input}
          {...describedBy(id, texts)}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={classes('input has-end', tall && 'tall')}
        />
        <span className="end-slot">
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? 'Hide password' : 'Show password'}
            size="small"
            onClick={() => setShown(!shown)}
          />
        </span>
      </span>
    </Field>
  );
}
