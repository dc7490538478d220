import type { ChatContact } from '#contract/chat/reply.contract.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { readContact } from '../../contacts/contacts.service.ts';
import type { Slots } from './slots.ts';

/**
 * Facts of a contact that rates depend on; missing ones stay open.
 * @throws {Refusal} `not_found` when the contact isn't visible.
 */
export async function slotsOfContact(deps: Deps, identity: Identity, { id }: ChatContact): Promise<Slots> {
  const { zip_code, dob, gender } = await readContact(deps, identity, 'id', id);
  const [zip] = /^\d{5}/.exec(zip_code) ?? [];
  return {
    ...(zip !== undefined && { zip }),
    ...(dob !== null && { born: dob }),
    ...((gender === 'female' || gender === 'male') && { gender }),
  };
}
