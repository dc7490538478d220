import { instantOfLocal, localText } from '#rules/time/local-text.ts';
import { TextField } from '../_kit/controls/TextField.tsx';

interface TimeFieldProps {
  label: string;
  /** An instant. `null`: none. */
  value: string | null;
  zone: string;
  error: string | undefined;
  hint?: string;
  onChange: (value: string | null) => void;
}

/** A date and time on the clocks of a zone. */
export function TimeField({ label, value, zone, error, hint, onChange }: TimeFieldProps) {
  return (
    <TextField
      type="datetime-local"
      label={label}
      error={error}
      {...(hint !== undefined && { hint })}
      defaultValue={value === null ? '' : localText(zone, Date.parse(value))}
      onChange={({ currentTarget: { value: text } }) => {
        const at = instantOfLocal(zone, text);
        onChange(at === null ? null : new Date(at).toISOString());
      }}
    />
  );
}
