import type { Setting, SettingValue } from '#contract/settings.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';

type Valued = Pick<Setting, 'type' | 'choices'>;

/** A value as text: "On", "512-555-0142". */
export function valueWords({ type, choices }: Valued, value: SettingValue, file: Setting['file']): string {
  if (type === 'switch') return value === true ? 'On' : 'Off';
  if (type === 'file') return file === null ? 'No file' : file.name;
  if (value === '') return 'Not set';
  if (type === 'phone') return formatPhone(String(value));
  return choices.find((choice) => choice.value === value)?.label ?? String(value);
}

/** True when a setting is as it came. */
export const isDefault = ({ value, default_value: initial, file }: Setting): boolean =>
  value === initial && file === null;

/** True when each word is in the label, the group, the description or the key. */
export function matches({ label, group, description, key }: Setting, q: string): boolean {
  const text = `${label} ${group} ${description} ${key}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
