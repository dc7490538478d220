/** A program of somebody else, written against the installed package: what it finds is printed as JSON. */
export const PROGRAM = `
import { Bellwether, BellwetherError, type Contact, type ErrorCode } from '@bellwether/client';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const waits: number[] = [];
const wait = async (ms: number) => void waits.push(ms);
const bellwether = new Bellwether({ apiKey, baseUrl, wait });
const { contacts } = bellwether;

const made: Contact[] = [];
for (const last_name of ['Abbott', 'Baker', 'Castro']) {
  made.push((await contacts.createContact({ contact: { last_name, type: 'lead' } })).data);
}
const [first] = made;
if (first === undefined) throw new Error('Nothing was made.');

const again = { idempotencyKey: 'a-key-of-the-program' };
const once = await contacts.createContact({ contact: { last_name: 'Dale' } }, again);
const twice = await contacts.createContact({ contact: { last_name: 'Dale' } }, again);

const changed = await contacts.updateContact(first.id, { contact: { city: 'Austin' }, not_remove_new_tag: 'true' });

const names: string[] = [];
for await (const { last_name } of contacts.listContacts({ contacts_scope: { limit: 3, order_field: 'last_name' } })) {
  names.push(last_name);
}
const page = await contacts.listContacts({ contacts_scope: { limit: 3 } });

async function refusalOf(call: Promise<unknown>): Promise<{ code: ErrorCode; fields: string[]; requestId: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof BellwetherError) {
      return { code: error.code, fields: Object.keys(error.fields), requestId: error.requestId };
    }
    throw error;
  }
  throw new Error('It was not refused.');
}

console.log(
  JSON.stringify({
    ids: [once.data.id, twice.data.id],
    city: changed.data.city,
    names,
    page: page.data.length,
    next: page.meta.next_cursor,
    refused: await refusalOf(contacts.updateContact(first.id, { contact: { email: 'no address' } })),
    forbidden: await refusalOf(bellwether.users.listUsers()),
    waits,
  }),
);
`;

/** Lines with a mistake that a compiler has to see. */
export const MISTAKES = [
  `contacts.createContact({ contact: { lastname: 'Abbott' } });`,
  `contacts.createContact({});`,
  `contacts.createContact();`,
  `contacts.readContact('17');`,
  `contacts.listContacts({ contacts_scope: { order_field: 'shoe_size' } });`,
  `contacts.createContact({ contact: {} }, { retries: 3 });`,
  `contacts.readContact(17).then(({ data }) => data.shoe_size);`,
  `bellwether.tags.deleteTag(17);`,
  `bellwether.apiAccess.createApiKey({ name: 'More', scopes: ['contacts.read'] });`,
];
