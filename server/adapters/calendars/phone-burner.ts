import * as z from 'zod/mini';
import { readAs } from './google-calendar.ts';
import { askProvider } from './provider-rest.ts';

export interface DialedContact {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phone: string;
  readonly email: string;
}

const Made = z.object({ dialsessions: z.object({ redirect_url: z.string() }) });
const Members = z.object({
  members: z.object({
    members: z.array(z.object({ user_id: z.coerce.string(), email_address: z.optional(z.string()) })),
  }),
});

/** Account at PhoneBurner that a token is for. @throws {RemoteFault} */
export async function phoneBurnerAccount(apiUrl: string, token: string): Promise<{ id: string; name: string }> {
  const [me] = readAs(Members, await askProvider(`${apiUrl}/members`, token)).members.members;
  return { id: me?.user_id ?? 'me', name: me?.email_address ?? 'PhoneBurner' };
}

/** Makes a dial session and returns the page to open. @throws {RemoteFault} */
export async function openDialSession(
  apiUrl: string,
  token: string,
  contacts: readonly DialedContact[],
): Promise<string> {
  const body = {
    contacts: contacts.map(({ id, firstName, lastName, phone, email }) => ({
      first_name: firstName,
      last_name: lastName,
      phone,
      email,
      lead_id: String(id),
    })),
  };
  const made = readAs(Made, await askProvider(`${apiUrl}/dialsession`, token, { method: 'POST', body }));
  return made.dialsessions.redirect_url;
}
