import { above, after, page, type Place } from './place.ts';

const week = page('/calendar', '/calendar?view=week', '.cal-hours .cal-block');

const openStandUp: Parameters<typeof after>[1] = async (tab) => {
  await tab
    .getByRole('button', { name: /^Team stand-up/u })
    .first()
    .click();
  await tab.locator('.side .record-form').waitFor();
};

/** The calendar, an event beside it, its question, and its history. */
export const CALENDAR_PLACES: Readonly<Record<string, Place>> = {
  calendar: week,
  'a month of the calendar': page('/calendar', '/calendar?view=month', '.cal-month .cal-chip'),
  'the agenda of the calendar': page('/calendar', '/calendar?view=agenda', '.cal-agenda .cal-row, .empty'),
  'an event of the calendar': after(week, openStandUp),
  'the question which events are meant': above(after(week, openStandUp), 'events/ScopeDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Delete' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  'calendar history': page('/calendar', '/calendar?history=true', '.cal-history .card'),
};
