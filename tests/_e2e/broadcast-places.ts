import { above, after, cut, type Go, page, type Place, press } from './place.ts';

const list = page('/broadcasts', '/broadcasts', '.empty, tbody tr a');

/** A draft to some contacts, through the list of contacts. */
const begin =
  (channel: 'Text…' | 'E-mail…'): Go =>
  async (tab) => {
    await tab.goto('/contacts');
    await tab.locator('tbody tr a').first().waitFor();
    await tab.getByLabel('Select all on this page').check();
    await tab.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
    await tab.getByRole('menuitem', { name: channel }).click();
    await tab.locator('.items .total').waitFor();
  };
const draft = (channel: 'Text…' | 'E-mail…'): Place => ({
  route: '/broadcasts/$id/$step',
  who: 'agent',
  floats: [],
  go: begin(channel),
});
const audience = draft('Text…');
const content = after({ ...audience, route: '/broadcasts/$id/$step' }, async (tab) => {
  await tab.getByRole('link', { name: 'Continue' }).click();
  await tab.getByLabel('Text of the broadcast').fill('Hi {{ first_name }}, call me.');
  await tab.getByText('Draft saved').waitFor();
});
const check = after({ ...content, route: '/broadcasts/$id/$step' }, async (tab) => {
  await tab.getByRole('link', { name: 'Continue' }).click();
  await tab.getByRole('heading', { name: 'Dry run' }).waitFor();
});
/** Scheduled for a day that has not come. */
const scheduled = after({ ...check, route: '/broadcasts/$id' }, async (tab) => {
  await tab.getByLabel('At the same hour for everyone, in their own time zone').check();
  await tab.getByRole('button', { name: /^Schedule [\d,]+ texts?$/u }).click();
  await tab.locator('.job').waitFor();
});

/** Broadcasts by text. */
export const BROADCASTS: Readonly<Record<string, Place>> = {
  broadcasts: list,
  'no broadcast that fits': page('/broadcasts', '/broadcasts?q=zzqqzz', '.empty'),
  'broadcasts that fail to load': cut(
    { route: '/broadcasts', who: 'agent' },
    '/broadcasts',
    '**/v1/contacts/broadcasts?*',
    'fails',
    '.err',
  ),
  'a new broadcast': { ...above(list, 'broadcasts/NewBroadcast', press(/^New( broadcast)?$/u)), isOpenedAnew: true },
  'no such broadcast': page('/broadcasts/$id', '/broadcasts/99999999', '.empty'),
  'the audience of a broadcast': audience,
  'deleting a draft': above(audience, 'broadcasts/draft/DraftActions', press('Delete draft')),
  'the content of a text to many': content,
  'the content of an e-mail to many': after({ ...draft('E-mail…'), route: '/broadcasts/$id/$step' }, async (tab) => {
    await tab.getByRole('link', { name: 'Continue' }).click();
    await tab.getByLabel('Subject').waitFor();
  }),
  'the check of a broadcast': check,
  'a scheduled broadcast': scheduled,
  'canceling a broadcast': above(scheduled, 'broadcasts/live/LiveActions', press(/^Cancel broadcast|^Stop/u)),
};
