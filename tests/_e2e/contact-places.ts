import { callFrom } from '../../model-tests/session/two-factor-person.ts';
import { above, after, page, type Place, press } from './place.ts';

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
  await tab.getByRole('tab', { name: 'Policies', exact: true }).click();
  await tab.getByRole('button', { name: 'Start application' }).waitFor();
});
const startApplication = press('Start application');

/** Places of a contact's page with a contact of their own. */
export const CONTACT_PLACES: Readonly<Record<string, Place>> = {
  'a family to enroll in aftercare': above(bereaved, '_resource/RecordDialog', enroll),
  'the aftercare of a family': enrolled,
  'an application to start': above(policies, '_resource/RecordDialog', startApplication),
  'applications of a contact': after(policies, async (tab, visitors) => {
    await startApplication(tab, visitors);
    await tab.getByRole('dialog').getByRole('button', { name: 'Start application' }).click();
    await tab.getByRole('link', { name: 'Life' }).waitFor();
  }),
  'an enrollment to undo': above(enrolled, 'aftercares/AftercareCard', press(/^Entered in error/u)),
};
