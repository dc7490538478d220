import { RECORDING_MODES, type RecordingMode, WEEKDAYS } from '#contract/compliance.contract.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { dayWords, MODE_WORDS } from './compliance-words.ts';
import type { RuleFieldsProps } from './RuleReachFields.tsx';

/** Requirement of a rule; each topic has its own fields. */
export function RuleValueFields({ draft, change, errorOf }: RuleFieldsProps) {
  const { rule, days } = draft;
  if (rule === 'hours')
    return (
      <>
        <TextField
          label="From"
          type="time"
          value={draft.from}
          error={errorOf('value.from')}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextField
          label="To"
          type="time"
          value={draft.to}
          error={errorOf('value.to')}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <fieldset className="whole rule-days">
          <legend className="label">Days (none selected means all)</legend>
          {WEEKDAYS.map((day) => (
            <Checkbox
              key={day}
              checked={days.includes(day)}
              onCheckedChange={(isOn) =>
                change({ days: isOn ? [...days, day] : days.filter((other) => other !== day) })
              }
            >
              {dayWords(day)}
            </Checkbox>
          ))}
        </fieldset>
      </>
    );
  if (rule === 'scope_of_appointment')
    return (
      <div className="whole">
        <TextField
          label="Hours before the meeting"
          type="number"
          min={0}
          hint="0 means any time before the meeting"
          value={draft.hours_before}
          error={errorOf('value.hours_before')}
          onChange={(event) => change({ hours_before: event.currentTarget.value })}
        />
      </div>
    );
  if (rule === 'recording')
    return (
      <div className="whole">
        <SelectField
          label="Recording mode"
          hint="When several rules apply, the strictest wins."
          value={draft.mode}
          options={RECORDING_MODES.map((value) => ({ value, label: MODE_WORDS[value] }))}
          error={errorOf('value.mode')}
          onChange={(event) => change({ mode: event.currentTarget.value as RecordingMode })}
        />
      </div>
    );
  if (rule === 'daily_limit')
    return (
      <div className="whole">
        <TextField
          label="Messages a day"
          type="number"
          min={1}
          hint="Texts and e-mails of broadcasts and campaigns to one person, on their own day. The newest rule counts."
          value={draft.messages}
          error={errorOf('value.messages')}
          onChange={(event) => change({ messages: event.currentTarget.value })}
        />
      </div>
    );
  if (rule === 'retention')
    return (
      <div className="whole">
        <TextField
          label="Years"
          type="number"
          min={1}
          value={draft.years}
          error={errorOf('value.years')}
          onChange={(event) => change({ years: event.currentTarget.value })}
        />
      </div>
    );
  return null;
}
