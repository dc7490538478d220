import type { Page } from 'playwright-core';
import { above, after, page, type Place } from './place.ts';

type Select = Parameters<typeof after>[1];

const choose = async (tab: Page, name: string): Promise<void> => {
  await tab.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name }).click();
};
const verifyButton = (tab: Page) => tab.getByRole('button', { name: /^Verify \d+ number/u });

/** Mailer kits and phone verifications, from the contact list and on their pages. */
export const kitPlaces = (contacts: Place, select: Select): Readonly<Record<string, Place>> => ({
  'a mailer kit for selected contacts': above(
    after({ ...contacts, who: 'manager' }, select),
    'mailer-kits/AssignKitDialog',
    async (tab) => {
      await choose(tab, 'Assign mailer kit…');
      await tab.getByRole('button', { name: /^Assign to \d+ contact/u }).waitFor();
    },
  ),
  'text registration': page('/admin/text-registration', '/admin/text-registration', 'form', 'admin'),
  'mailer kits': page('/admin/mailer-kits', '/admin/mailer-kits', 'tbody tr a', 'admin'),
  'a mailer kit': page('/admin/mailer-kits', '/admin/mailer-kits?edit=1', '.side textarea', 'admin'),
  'numbers of selected contacts to verify': above(
    after(contacts, select),
    'verifications/VerifyDialog',
    async (tab) => {
      await choose(tab, 'Verify numbers…');
      await verifyButton(tab).waitFor();
    },
  ),
  'phone verifications': page('/verifications', '/verifications', 'h1'),
  'a phone verification': after({ ...contacts, route: '/verifications/$id' }, async (tab, visitors) => {
    await select(tab, visitors);
    await choose(tab, 'Verify numbers…');
    await verifyButton(tab).click();
    await tab.getByText('Complete').first().waitFor();
  }),
});
