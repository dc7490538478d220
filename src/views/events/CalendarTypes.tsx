import { EVENT_TYPES, type EventType } from '#contract/events.contract.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TYPE_PLURALS } from './event-words.ts';

interface CalendarTypesProps {
  types: readonly EventType[];
  onChange: (types: readonly EventType[]) => void;
}

/** Types of events that the calendar shows. */
export const CalendarTypes = ({ types, onChange }: CalendarTypesProps) => (
  <fieldset className="cal-types">
    <legend className="label">Show</legend>
    {EVENT_TYPES.map((type) => (
      <Checkbox
        key={type}
        checked={types.includes(type)}
        onCheckedChange={(isShown) =>
          onChange(EVENT_TYPES.filter((one) => (one === type ? isShown : types.includes(one))))
        }
      >
        <i className={`cal-dot is-${type}`} aria-hidden="true" /> {TYPE_PLURALS[type]}
      </Checkbox>
    ))}
  </fieldset>
);
