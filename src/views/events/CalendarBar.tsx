import { ChevronLeft, ChevronRight } from 'lucide-react';
import { listOwners } from '#contract/profile.contract.ts';
import { CALENDAR_VIEWS, type CalendarView, turned } from '#rules/events/calendar-view.ts';
import { capital } from '#rules/words/capital.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TeamChoice } from './TeamChoice.tsx';
import type { ChangeCalendar } from './calendar-search.ts';

interface CalendarBarProps {
  view: CalendarView;
  date: string;
  userId: number;
  q: string;
  team: readonly number[];
  change: ChangeCalendar;
}

/** Turns the calendar, and chooses the view, whose it is, and what is searched. */
export function CalendarBar({ view, date, userId, q, team, change }: CalendarBarProps) {
  const { user } = useApp();
  const people = useResource(listOwners, user.downline_count > 0 ? {} : null).data?.data ?? [];
  const unit = view === 'agenda' ? 'two weeks' : view;
  return (
    <div className="filters cal-bar-line">
      <span className="row">
        <Button size="small" onClick={() => change({ date: undefined })}>
          Today
        </Button>
        <IconButton
          icon={ChevronLeft}
          size="small"
          label={`Previous ${unit}`}
          onClick={() => change({ date: turned(view, date, -1) })}
        />
        <IconButton
          icon={ChevronRight}
          size="small"
          label={`Next ${unit}`}
          onClick={() => change({ date: turned(view, date, 1) })}
        />
      </span>
      <div className="segments cal-views" role="radiogroup" aria-label="View">
        {CALENDAR_VIEWS.map((one) => (
          <label key={one}>
            <input type="radio" name="calendar-view" checked={one === view} onChange={() => change({ view: one })} />
            {capital(one)}
          </label>
        ))}
      </div>
      <SearchBox
        label="Search events"
        placeholder="Title, place, contact"
        value={q}
        onSearch={(text) => (text === q ? undefined : change({ q: text || undefined }, 'replace'))}
      />
      {people.length > 1 && team.length === 0 ? (
        <SelectField
          label="Whose calendar"
          labelHidden
          value={String(userId)}
          options={people.map(({ id, name }) => ({ value: String(id), label: id === user.id ? 'My calendar' : name }))}
          onChange={({ target: { value } }) =>
            change({ user: Number(value) === user.id ? undefined : Number(value), event: undefined })
          }
        />
      ) : null}
      {people.length > 1 && view === 'day' ? (
        <TeamChoice
          people={people}
          team={team.length > 0 ? team : [userId]}
          onChange={(next) => change({ team: next, event: undefined })}
        />
      ) : null}
    </div>
  );
}
