import { above, after, page, type Place, press } from './place.ts';

const integrations = page('/integrations', '/integrations', '.integration-rows');

const calendar = after(integrations, async (tab) => {
  const connect = tab.getByRole('button', { name: 'Connect Google Calendar' });
  const disconnect = tab.getByRole('button', { name: 'Disconnect Google Calendar' });
  await connect.or(disconnect).waitFor();
  if ((await disconnect.count()) === 0) await connect.click();
  await disconnect.waitFor();
});
const openCalendars = press('Calendars of Google Calendar');

/** Integrations of a person, and the forms that connect those with a key or a link. */
export const INTEGRATION_PLACES: Readonly<Record<string, Place>> = {
  integrations,
  'the form of Calendly': above(integrations, '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Connect Calendly' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  'the calendars of an integration': above(calendar, 'integrations/CalendarsDialog', async (tab, visitors) => {
    await openCalendars(tab, visitors);
    await tab.getByRole('button', { name: 'Save', exact: true }).waitFor();
  }),
  'the calendars of an integration, loading': above(calendar, 'integrations/CalendarsDialog', async (tab, visitors) => {
    await tab.route('**/v1/authorizations/*/calendars', () => new Promise(() => {}));
    await openCalendars(tab, visitors);
  }),
  'the question whether an integration ends': above(
    calendar,
    'integrations/DisconnectDialog',
    press('Disconnect Google Calendar'),
  ),
};
