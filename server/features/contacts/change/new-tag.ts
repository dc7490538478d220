import { NEW_TAG } from '#contract/contacts.contract.ts';
import type { FoundContact } from '../contacts.sql.ts';

/** The tags of a contact that somebody opens: without the one that says "nobody has". */
export const tagsOnceOpened = ({ tags }: Pick<FoundContact, 'tags'>): number[] =>
  tags.filter(({ name }) => name.toLowerCase() !== NEW_TAG.toLowerCase()).map(({ id }) => id);
