import { withAccount } from '../../server/db/tx.ts';
import { checkStep } from '../../server/features/duplicates/check-duplicates.ts';
import { duplicatesJobs } from '../../server/features/duplicates/duplicates.jobs.ts';
import type { Client } from '../_api/app.ts';
import { type NewContact, type Office, openOffice } from '../contacts/office.ts';

/** An office whose queue of contacts is looked at when a test says so. */
export interface DuplicatesDesk extends Office {
  readonly admin: Client;
  readonly agent: Client;
  /** Looks at the whole queue. */
  check(): Promise<void>;
  /** Looks at one chunk, and does not commit when `dies`. */
  checkChunk(most: number, dies?: boolean): Promise<void>;
  /** Adds a contact of the agent. */
  person(contact: Partial<NewContact> & { email_2?: string }): Promise<number>;
  /** Pairs that are kept, `low high verdict`. */
  pairs(): Promise<string[]>;
  /** Runs a statement as the owner of the schema. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export async function openDuplicatesDesk(): Promise<DuplicatesDesk> {
  const office = await openOffice();
  const { accountId } = office.world;
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await office.owner.query<Row & object>(text, [...values])).rows;
  return {
    ...office,
    admin: await office.signIn('admin'),
    agent: await office.signIn('agent'),
    sql,
    check: () => duplicatesJobs(office.deps)['duplicates.check']({ accountId }, new AbortController().signal),
    checkChunk: async (most, dies = false) => {
      const chunk = withAccount(office.deps.pool, { accountId }, async (tx) => {
        await checkStep(tx, office.deps.now(), most);
        if (dies) throw new Error('killed');
      });
      await (dies ? chunk.catch(() => undefined) : chunk);
    },
    person: (contact) => office.add({ owner: 'agent', ...contact }),
    pairs: async () =>
      (
        await sql<{ line: string }>(
          `select low_id || ' ' || high_id || ' ' || verdict as line from duplicate_pairs order by low_id, high_id`,
        )
      ).map(({ line }) => line),
  };
}
