import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { TRANSFER_CHUNK_ROWS } from '#contract/transfers.contract.ts';
import { scopeSentence } from '#rules/contacts/scope-sentence.ts';
import type { Config } from '../../config.ts';
import { createPool } from '../../db/pool.ts';
import { txOn } from '../../db/tx.ts';
import {
  BOOK,
  findBookPeople,
  insertBookContacts,
  insertBookSource,
  insertBookTransfer,
  TAKE_NUMBERS,
} from './demo-book.sql.ts';
import { lockDemo } from './demo.sql.ts';

const DAY_MS = 86_400_000;

/** Milliseconds that a chunk took. Ours: as a job does them. */
const CHUNK_MS = 240;

const SCOPE: ContactsScopeInput = { contact_group: 'downline', search: [{ field: 'source', value: BOOK.source }] };

/**
 * Adds one more book to the demo world, all or nothing: its contacts, transferred from one agent to another yesterday,
 * and the transfer, which can be reverted. Does nothing without a demo world, or if it exists already. Takes seconds,
 * and so runs after the start.
 */
export async function loadDemoBook(
  { databaseUrl, demoBook: contacts }: Pick<Config, 'databaseUrl' | 'demoBook'>,
  now = new Date(),
): Promise<void> {
  const pool = createPool({ url: databaseUrl ?? '', role: 'bellwether_definer', max: 2 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const tx = txOn(client);
    await lockDemo(tx);
    const people = await findBookPeople(tx);
    if (people !== null) {
      // On a separate connection: adding a contact does not wait for the whole book.
      const { rows } = await pool.query<{ first: number }>(TAKE_NUMBERS, [people.account_id, contacts]);
      const book = { people, first: rows[0]?.first ?? 0, contacts, at: new Date(now.getTime() - DAY_MS) };
      await insertBookSource(tx, people);
      await insertBookContacts(tx, book);
      await insertBookTransfer(tx, book, {
        selection: { contacts_scope: SCOPE },
        sentence: scopeSentence(SCOPE),
        size: TRANSFER_CHUNK_ROWS,
        ms: CHUNK_MS,
      });
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
    await pool.end();
  }
}
