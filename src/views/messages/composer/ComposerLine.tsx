import type { ConversationShown } from '#contract/messages/text.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { Choices } from '../../../machines/messages/composer.machine.ts';
import type { TextPurpose } from '../thread/permission.ts';

interface ComposerLineProps {
  shown: ConversationShown;
  choices: Choices;
  onChoose: (choices: Partial<Choices>) => void;
  purpose: TextPurpose;
  onPurpose: (purpose: TextPurpose) => void;
}

/** Types of a contact's numbers as they are stored. Source: platform, "Option lists". */
const TYPE_WORDS: Readonly<Record<string, string>> = { '2': 'mobile', '9': 'other number' };

/** From and to which number, and what for: as text where there is nothing to choose. */
export function ComposerLine({ shown, choices, onChoose, purpose, onPurpose }: ComposerLineProps) {
  const to = shown.to.map(({ number, type }) => ({
    value: number,
    label: [type === null ? '' : (TYPE_WORDS[type] ?? type), formatPhone(number)].filter(Boolean).join(' '),
  }));
  const from = shown.from.map(({ number, label }) => ({
    value: number,
    label: [label, formatPhone(number)].filter(Boolean).join(' '),
  }));
  return (
    <div className="composer-numbers meta soft">
      <Choice label="From" options={from} value={choices.from} onChange={(value) => onChoose({ from: value })} />
      <Choice label="To" options={to} value={choices.to} onChange={(value) => onChoose({ to: value })} />
      <label className="end">
        <span className="sr">What for</span>
        <select value={purpose} onChange={({ currentTarget: { value } }) => onPurpose(value as TextPurpose)}>
          <option value="marketing">Marketing</option>
          <option value="service">Service</option>
        </select>
      </label>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  const [first] = options;
  if (first === undefined) return null;
  if (options.length === 1)
    return (
      <span>
        {label} <span className="num">{first.label}</span>
      </span>
    );
  return (
    <label>
      {label}{' '}
      <select value={value || first.value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
