import { clockText } from '#rules/time/zoned-time.ts';
import { TextField } from '../../_kit/controls/TextField.tsx';

interface MinuteFieldProps {
  label: string;
  hint: string;
  /** Since midnight. */
  minute: number;
  onChange: (minute: number) => void;
}

/** A time of day. */
export const MinuteField = ({ label, hint, minute, onChange }: MinuteFieldProps) => (
  <TextField
    label={label}
    hint={hint}
    type="time"
    value={clockText(minute)}
    onChange={({ currentTarget: { value } }) => {
      const [hours = NaN, minutes = NaN] = value.split(':').map(Number);
      if (Number.isInteger(hours) && Number.isInteger(minutes)) onChange(hours * 60 + minutes);
    }}
  />
);
