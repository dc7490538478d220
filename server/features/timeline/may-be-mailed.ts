import { Refusal } from '../../errors.ts';
import type { FoundContact } from '../contacts/contacts.service.ts';

/**
 * Whether a contact may be sent e-mail now; answers the address. What laws and consent say joins here.
 * @throws {Refusal} `refused`, in words.
 */
export function requireMailable({ email, email_status, email_check }: FoundContact): string {
  if (email === null || email === '') {
    throw new Refusal('refused', 'This contact has no e-mail address. Write one down first.');
  }
  if (email_status === 'invalid') {
    throw new Refusal(
      'refused',
      `Mail to ${email} would not arrive. ${email_check} Correct the address, or vouch for it.`,
    );
  }
  return email;
}
