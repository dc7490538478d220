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

/** The aftercare of a family, how it begins, and the question that ends it. */
export const AFTERCARE_PLACES: Readonly<Record<string, Place>> = {
  'a family to enroll in aftercare': above(bereaved, '_resource/RecordDialog', enroll),
  'the aftercare of a family': enrolled,
  'an enrollment to undo': above(enrolled, 'aftercares/AftercareCard', press(/^Entered in error/u)),
};
