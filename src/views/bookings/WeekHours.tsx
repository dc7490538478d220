import type { BookingHours } from '#contract/bookings.contract.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const FROM = '09:00';
const TO = '17:00';

interface WeekHoursProps {
  hours: readonly BookingHours[];
  error: string | undefined;
  onChange: (hours: BookingHours[]) => void;
}

/** Hours of each weekday. Further hours of a day, which programs may add, stay as they are. */
export function WeekHours({ hours, error, onChange }: WeekHoursProps) {
  const change = (day: number, next: BookingHours | null) => {
    const place = hours.findIndex((one) => one.day === day);
    const rest = next === null ? hours.filter((one) => one.day !== day) : hours.filter((_, at) => at !== place);
    onChange(
      [...rest, ...(next === null ? [] : [next])].toSorted((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1)),
    );
  };
  return (
    <fieldset className="whole week-hours">
      <legend className="field-label">Hours</legend>
      {DAYS.map((name, day) => {
        const found = hours.find((one) => one.day === day);
        return (
          <div key={name} className="week-day">
            <Checkbox
              checked={found !== undefined}
              onCheckedChange={(isOn) => change(day, isOn ? { day, from: FROM, to: TO } : null)}
            >
              {name}
            </Checkbox>
            {found === undefined ? (
              <span className="quiet">Closed</span>
            ) : (
              <span className="row">
                <input
                  className="input"
                  type="time"
                  aria-label={`${name} from`}
                  value={found.from}
                  onChange={({ target: { value } }) => change(day, { ...found, from: value })}
                />
                <span aria-hidden="true">–</span>
                <input
                  className="input"
                  type="time"
                  aria-label={`${name} to`}
                  value={found.to}
                  onChange={({ target: { value } }) => change(day, { ...found, to: value })}
                />
              </span>
            )}
          </div>
        );
      })}
      {error === undefined ? null : (
        <p className="bad-t meta" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
