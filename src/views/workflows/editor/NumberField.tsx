import { useState } from 'react';
import { TextField } from '../../_kit/controls/TextField.tsx';

interface NumberFieldProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number; what isn't one stays in the field, and changes nothing. */
export function NumberField({ label, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  const isGood = (text: string) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  const shown = isGood(typed) && Number(typed) !== value ? String(value) : typed;
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      value={shown}
      error={isGood(shown) ? undefined : `Enter a whole number from ${least} to ${most}.`}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next);
        if (isGood(next)) onChange(Number(next));
      }}
    />
  );
}
