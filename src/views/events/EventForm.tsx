import { readContact } from '#contract/contacts.contract.ts';
import {
  type CalendarEvent,
  EVENT_SCOPES,
  EVENT_TYPES,
  type EventFields,
  EventForm as FormFields,
  events,
} from '#contract/events.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { ruleWords } from '#rules/events/recurrence-rule.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import { formWrite } from '../_resource/form-write.ts';
import type { RecordParts } from '../_resource/record-parts.tsx';
import { RecordForm } from '../_resource/RecordForm.tsx';
import { ConflictNote } from './ConflictNote.tsx';
import { ContactChoice } from './ContactChoice.tsx';
import { ReminderChoice } from './ReminderChoice.tsx';
import { SCOPE_LABELS, TYPE_LABELS, zoneWords } from './event-words.ts';
import type { NewEvent } from './new-event.ts';
import type { ReactNode } from 'react';
import './calendar-settings.css';

const NONE = 'none';

type Parts = RecordParts<FormFields>;

const TYPES = EVENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
const SCOPES = EVENT_SCOPES.map((value) => ({ value, label: SCOPE_LABELS[value] }));
const ZONES = Object.entries(IANA_ZONES).map(([name, value]) => ({
  value,
  label: ZONE_NAMES[name as keyof typeof ZONE_NAMES],
}));
const RULES = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=MONTHLY',
  'FREQ=YEARLY',
];
/** Options with the stored value, which may be another one. */
const withStored = (options: readonly { value: string; label: string }[], value: string, label: string) =>
  options.some((option) => option.value === value) ? options : [...options, { value, label }];

const rulesWith = (rule: string) =>
  withStored(
    [{ value: NONE, label: ruleWords('') }, ...RULES.map((value) => ({ value, label: ruleWords(value) }))],
    rule === '' ? NONE : rule,
    ruleWords(rule),
  );

/** What the form begins with. */
const valuesOf = (event: CalendarEvent | NewEvent): Partial<FormFields> => ({
  ...event,
  start_time: event.start_time ?? '',
  end_time: event.end_time ?? '',
  rule: event.rule === '' ? NONE : event.rule,
  contact_id: event.contact?.id ?? null,
  scope: 'one',
});

/** What is sent: an event on one day ends on it. */
function fieldsOf({ scope: _scope, ...fields }: FormFields, isLonger: boolean): EventFields {
  const { all_day: isAllDay, start_time: start, end_time: end, rule } = fields;
  return {
    ...fields,
    start_time: isAllDay || start === '' ? null : start,
    end_date: isAllDay || isLonger ? fields.end_date : fields.start_date,
    end_time: isAllDay || end === '' ? null : end,
    rule: rule === NONE ? '' : rule,
  };
}

const SHOWN = [events.list, events.ofContact, events.history, readTimeline, readContact];

export interface EventFormProps {
  event: CalendarEvent | NewEvent;
  title: string;
  /** In whose calendar. */
  userId: number;
  onDone: (reply: unknown) => void;
  onClose: () => void;
  aside?: ReactNode;
  frame: (form: ReactNode, leave: () => void) => ReactNode;
}

/** Adds an event, changes one, or shows one. Load it lazily. */
export function EventForm({ event, title, userId, onDone, onClose, aside, frame }: EventFormProps) {
  const isNew = !('id' in event);
  const isSeries = !isNew && event.occurrence !== null;
  const isLonger = !event.all_day && event.end_date !== event.start_date;
  const of = isNew ? null : event;
  return (
    <RecordForm
      title={title}
      schema={FormFields}
      values={valuesOf(event)}
      frame={frame}
      aside={aside}
      saveLabel={isNew ? 'Add event' : event.may_change ? 'Save' : null}
      onDone={onDone}
      onClose={onClose}
      write={
        of === null
          ? formWrite(events.create, SHOWN, (fields: FormFields) => ({
              body: { ...fieldsOf(fields, isLonger), downline_user_id: userId },
            }))
          : formWrite(events.update, SHOWN, (fields: FormFields, changed: Partial<FormFields>) => {
              if (Object.keys(changed).every((name) => name === 'scope')) return null;
              const place = of.occurrence === null ? {} : { scope: fields.scope, occurrence: of.occurrence };
              return { params: { id: of.id }, body: { ...fieldsOf(fields, isLonger), ...place, version: of.version } };
            })
      }
      fields={(parts) => (
        <>
          {parts.text('title', 'Title', { maxLength: 160 })}
          {parts.choice('type', 'Type', TYPES)}
          {parts.live((draft, write, errorOf) => (
            <ContactChoice
              stored={event.contact}
              id={draft.contact_id ?? null}
              readOnly={!isNew && !event.may_change}
              error={errorOf('contact_id')}
              onChoose={(id) => write('contact_id', id)}
            />
          ))}
          {times(parts, isLonger)}
          {parts.live((draft) => (
            <ConflictNote draft={draft} of={of} userId={userId} contact={event.contact} />
          ))}
          {parts.choice('zone', 'Time zone', withStored(ZONES, event.zone, zoneWords(event.zone)))}
          {parts.choice('rule', 'Repeats', rulesWith(event.rule))}
          {parts.live(({ rule }) => (rule === NONE ? null : parts.date('repeat_until', 'Last day (optional)')))}
          {isSeries ? parts.choice('scope', 'Apply changes to', SCOPES) : null}
          {parts.text('place', 'Place', { maxLength: 200, hint: 'An address, a phone number or a link.' })}
          {parts.live(({ reminders = null }, write, errorOf) => (
            <ReminderChoice
              value={reminders}
              hasDefault
              error={errorOf('reminders')}
              onChange={(next) => write('reminders', next)}
            />
          ))}
          {parts.list('guests', 'Guests', 'E-mail addresses, separated by commas. Each gets an invitation.')}
          {parts.live((draft) =>
            draft.contact_id == null ? null : parts.check('invites_contact', 'Invite the contact by e-mail'),
          )}
          {parts.area('notes', 'Notes', { maxLength: 4_000, rows: 3, hint: 'Guests can’t see them.' })}
        </>
      )}
    />
  );
}

const times = ({ check, date, text, live }: Parts, isLonger: boolean) => (
  <>
    {check('all_day', 'All day')}
    {date('start_date', 'Date')}
    {live(({ all_day: isAllDay = false }) => (
      <>
        {isAllDay ? null : (
          <div className="pair">
            {text('start_time', 'Starts', { type: 'time' })}
            {text('end_time', 'Ends', { type: 'time' })}
          </div>
        )}
        {isAllDay || isLonger ? date('end_date', 'Last day') : null}
      </>
    ))}
  </>
);
