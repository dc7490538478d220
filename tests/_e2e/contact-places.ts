import { callFrom } from '../../model-tests/session/two-factor-person.ts';
import { above, after, cut, page, type Place, press } from './place.ts';

type Added = { data: { id: number; number: number } };

const contacts = page('/contacts', '/contacts', 'tbody tr a');
/** A person with a linked family member, both new: no other place knows them. */
const bereaved: Place = after({ ...contacts, route: '/contacts/$number' }, async (tab) => {
  const add = async (first_name: string) =>
    (await callFrom<Added>(tab, 'POST', '/v1/contacts', { contact: { first_name, last_name: 'Aldana' } })).data;
  const [person, widow] = [await add('Ruben'), await add('Teresa')];
  const link = `/v1/contacts/${person.id}/update_linked_contact`;
  await callFrom(tab, 'PATCH', link, { linked_contact_id: widow.id });
  await tab.goto(`/contacts/${person.number}`);
  await tab.locator('.event').first().waitFor();
});
const enroll = press(/^Enroll family/u);
const enrolled = after(bereaved, async (tab, visitors) => {
  await enroll(tab, visitors);
  await tab.getByLabel('Date of death').fill('2026-01-20');
  await tab.getByRole('button', { name: 'Enroll family', exact: true }).click();
  await tab.getByRole('checkbox', { name: /^Call the family/u }).waitFor();
});

const policies = after(bereaved, async (tab) => {
  await tab.getByRole('tab', { name: /^Policies/ }).click();
  await tab.getByRole('button', { name: 'Start application' }).waitFor();
});
const startApplication = press('Start application');

/** It stays in its tab, above every page from here on. */
const callList = after(page('/contacts/$number', '/dashboard', '.dashboard-line', 'importer'), async (tab) => {
  await tab.getByRole('button', { name: /^Call \d+ due$/u }).click();
  await tab.locator('.call-list .call-list-place').waitFor();
  await tab.locator('.contact-cols').waitFor();
  // Without the message about those left out, which lies over what is judged here.
  await tab.reload();
  await tab.locator('.contact-cols').waitFor();
});

/** The list with the columns that an agent decides by, of all contacts: some have plans, consents and opt-outs. */
const deciding = after(page('/contacts', '/contacts?contact_group=all', 'tbody tr a', 'manager'), async (tab) => {
  await tab.evaluate(() => {
    const columns = ['phone', 'age', 'dob', 'plan', 'carrier', 'consent', 'follow_up_on'];
    localStorage.setItem('bellwether.contacts.v1', JSON.stringify({ context: { columns }, version: 0 }));
  });
  await tab.goto('/contacts?contact_group=all&order_field=follow_up_on');
  await tab.locator('tbody .col-consent', { hasText: 'Do Not Call' }).first().waitFor();
});

/** Places of a contact's page, most with a contact of their own. */
export const CONTACT_PLACES: Readonly<Record<string, Place>> = {
  'a call list': callList,
  'contacts with plans and consents': deciding,
  'a family to enroll in aftercare': above(bereaved, '_resource/RecordDialog', enroll),
  'the aftercare of a family': enrolled,
  'an application to start': above(policies, '_resource/RecordDialog', startApplication),
  'applications of a contact': after(policies, async (tab, visitors) => {
    await startApplication(tab, visitors);
    await tab.getByRole('dialog').getByRole('button', { name: 'Start application' }).click();
    await tab.getByRole('link', { name: 'Life' }).waitFor();
    // The message lies over what is judged here.
    await tab.getByRole('button', { name: /^Dismiss/u }).click();
  }),
  'an enrollment to undo': above(enrolled, 'aftercares/AftercareCard', press(/^Entered in error/u)),
};

const duplicates = page('/contacts/duplicates', '/contacts/duplicates', '.dup-group, .empty', 'admin');
const merging = after({ ...duplicates, route: '/contacts/merge' }, async (tab) => {
  await tab.goto('/contacts?contact_group=all&q=garcia');
  await tab.locator('tbody tr a').nth(1).waitFor();
  await tab.keyboard.press('j');
  await tab.keyboard.press('x');
  await tab.keyboard.press('j');
  await tab.keyboard.press('x');
  await tab.getByRole('button', { name: 'More' }).last().click();
  await tab.getByRole('menuitem', { name: 'Merge…' }).click();
  await tab.locator('.merge-choices').waitFor();
});
/** Duplicates and merges. */
export const DUPLICATES: Readonly<Record<string, Place>> = {
  'possible duplicates': duplicates,
  'duplicates that failed to load': cut(duplicates, '/contacts/duplicates', '**/list_duplicates*', 'fails', '.err'),
  'contacts that become one': merging,
  merges: page('/contacts/merges', '/contacts/merges', '.merges li, .empty', 'admin'),
  // Leaves the world unchanged for the next visitor.
  'a merge that was taken apart': above(
    { ...merging, route: '/contacts/merges' },
    'duplicates/UnmergeDialog',
    async (tab) => {
      await tab.getByRole('button', { name: 'Merge 2 contacts' }).click();
      await tab.locator('.toast', { hasText: 'merged into' }).waitFor();
      await tab.goto('/contacts/merges');
      await tab
        .getByRole('button', { name: /^Unmerge/u })
        .first()
        .click();
      await tab.getByRole('dialog').getByRole('button', { name: 'Unmerge' }).click();
      await tab.getByRole('heading', { name: 'Contacts unmerged' }).waitFor();
    },
  ),
};
