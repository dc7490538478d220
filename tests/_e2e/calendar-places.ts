import { above, after, page, type Place } from './place.ts';

const week = page('/calendar', '/calendar?view=week', '.cal-hours .cal-block');

const settings = page('/calendar', '/calendar?settings=true', '.cal-settings .card fieldset');

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
  'calendar settings': settings,
  'a new type of appointment': above(settings, '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'New type' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  'the question whether a type of appointment goes': above(settings, 'bookings/BookingTypesCard', async (tab) => {
    const remove = tab.getByRole('button', { name: /^Remove Review of /u });
    await tab.locator('.booking-type, .empty').first().waitFor();
    if ((await remove.count()) === 0) {
      await tab.getByRole('button', { name: 'New type' }).click();
      await tab.getByLabel('Name', { exact: true }).fill('Review of plans');
      await tab.getByRole('dialog').getByRole('button', { name: 'Add type' }).click();
    }
    await remove.first().click();
  }),
  'the question whether a private address is replaced': above(settings, 'events/FeedCard', async (tab) => {
    const replace = tab.getByRole('button', { name: 'Replace address' });
    const create = tab.getByRole('button', { name: 'Create private address' });
    await create.or(replace).waitFor();
    if ((await replace.count()) === 0) await create.click();
    await replace.click();
  }),
  'calendar history': page('/calendar', '/calendar?history=true', '.cal-history .card'),
};
