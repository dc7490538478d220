import type { ReactNode } from 'react';
import {
  type CalendarChoices,
  type CalendarSettings,
  readCalendarSettings,
  updateCalendarSettings,
} from '#contract/events/calendar.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { BookingTypesCard } from '../bookings/BookingTypesCard.tsx';
import { FeedCard } from './FeedCard.tsx';
import { ReminderChoice } from './ReminderChoice.tsx';
import './calendar-settings.css';

/** Booking pages, reminders of the calendar, and its private address. */
export function CalendarSettingsPage(): ReactNode {
  const read = useResource(readCalendarSettings, {});
  return (
    <>
      <PageBar title="Calendar settings" crumbs={[{ label: titleOf('/calendar'), href: '/calendar' }]} />
      <div className="body cal-settings">
        <Body read={read} />
      </div>
    </>
  );
}

function Body({ read }: { read: ReturnType<typeof useResource<typeof readCalendarSettings>> }) {
  if (read.data === null)
    return read.error === null ? (
      <SkeletonLines lines={8} label="Loading the settings" />
    ) : (
      <ErrorPanel
        title="Couldn't load the settings"
        text={read.error.message}
        requestId={read.error.requestId}
        actions={<Button onClick={read.reload}>Try again</Button>}
      />
    );
  return (
    <>
      <BookingTypesCard />
      <Reminders settings={read.data.data} />
      <FeedCard feed={read.data.data.feed} />
    </>
  );
}

/** Each choice is saved immediately. */
function Reminders({ settings: { reminders, remind_by_email: byEmail } }: { settings: CalendarSettings }) {
  const { toasts } = useApp();
  const save = useSubmit(updateCalendarSettings, {
    invalidates: [readCalendarSettings],
    onDone: () => toasts.show({ tone: 'good', text: 'Reminders saved' }),
  });
  const change = (choices: Partial<CalendarChoices>) =>
    save.submit({ body: { reminders: [...reminders], remind_by_email: byEmail, ...choices } });
  return (
    <Card title="Reminders" padded>
      <div className="settings-form">
        <p className="soft">For events without reminders of their own. An event that lasts all day counts from 9 AM.</p>
        <ReminderChoice
          value={reminders}
          error={save.error?.message}
          onChange={(next) => change({ reminders: next ?? [] })}
        />
        <Checkbox checked={byEmail} onCheckedChange={(isOn) => change({ remind_by_email: isOn })}>
          Also send reminders by e-mail
        </Checkbox>
      </div>
    </Card>
  );
}
