import type { FlowSchedule } from '#contract/workflows/definition.contract.ts';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { MinuteField } from './MinuteField.tsx';

/** A new schedule: Mondays at 9:00 AM. */
export const MONDAYS: FlowSchedule = { weekdays: [1], minute: 540, filters: [] };

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

interface ScheduleFieldsProps {
  schedule: FlowSchedule;
  onChange: (schedule: FlowSchedule) => void;
}

/** Days and time at the contact's place, and the filters that choose contacts. */
export function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const { weekdays, minute, filters } = schedule;
  const setDay = (day: number, isOn: boolean) => {
    const others = weekdays.filter((one) => one !== day);
    onChange({ ...schedule, weekdays: isOn ? [...others, day].toSorted((a, b) => a - b) : others });
  };
  return (
    <>
      <fieldset className="flow-fields flow-days">
        <legend className="med">Days</legend>
        {DAYS.map((name, day) => (
          <Checkbox key={name} checked={weekdays.includes(day)} onCheckedChange={(isOn) => setDay(day, isOn === true)}>
            {name}
          </Checkbox>
        ))}
      </fieldset>
      <MinuteField
        label="Time"
        hint="In the contact's time zone."
        minute={minute}
        onChange={(next) => onChange({ ...schedule, minute: next })}
      />
      <ConditionFields
        about="Only contacts that match all of these at that time. No filters: all contacts."
        filters={filters}
        onChange={(next) => onChange({ ...schedule, filters: next })}
      />
    </>
  );
}
