import { NEW_TAG } from '#contract/contacts.contract.ts';
import type { FoundContact } from '../contacts.sql.ts';

/** Tags of a contact after someone opens it: without the unopened tag. */
export const tagsOnceOpened = ({ tags }: Pick<FoundContact, 'tags'>): number[] =>
  tags.filter(({ name }) => name.toLowerCase() !== NEW_TAG.toLowerCase()).map(({ id }) => id);
