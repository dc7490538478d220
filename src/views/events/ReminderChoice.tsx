import { REMINDER_CHOICES } from '#contract/events/calendar.contract.ts';
import { leadWords } from '#rules/events/reminder-words.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';

interface ReminderChoiceProps {
  /** Minutes before the start; `null`: those of the calendar. */
  value: readonly number[] | null;
  /** An event can leave it to the calendar. */
  hasDefault?: boolean;
  error?: string | undefined;
  onChange: (value: number[] | null) => void;
}

/** When to be reminded, any number of times. */
export function ReminderChoice({ value, hasDefault = false, error, onChange }: ReminderChoiceProps) {
  const chosen = value ?? [];
  const offered = [...new Set([...REMINDER_CHOICES, ...chosen])].toSorted((a, b) => a - b);
  return (
    <fieldset className="whole record-checks cal-reminders">
      <legend className={hasDefault ? 'field-label' : 'sr'}>Reminders</legend>
      {hasDefault ? (
        <Checkbox checked={value === null} onCheckedChange={(isDefault) => onChange(isDefault ? null : [])}>
          As set for the calendar
        </Checkbox>
      ) : null}
      {hasDefault && value === null
        ? null
        : offered.map((minutes) => (
            <Checkbox
              key={minutes}
              checked={chosen.includes(minutes)}
              onCheckedChange={(isOn) =>
                onChange(offered.filter((one) => (one === minutes ? isOn : chosen.includes(one))))
              }
            >
              {leadWords(minutes)}
            </Checkbox>
          ))}
      {error === undefined ? null : (
        <p className="bad-t meta" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
