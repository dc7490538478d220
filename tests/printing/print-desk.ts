import { batchPrint, type PrintJob, type PrintWhatInput, readBatchPrintStatus } from '#contract/printing.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { printingJobs } from '../../server/features/printing/printing.jobs.ts';
import type { Client } from '../_api/app.ts';
import { type NewContact, type Office, openOffice } from '../contacts/office.ts';

/** An office whose prints are drawn when a test says so, in the test's own process. */
export interface PrintDesk extends Office {
  readonly agent: Client;
  ask(selection: SelectionInput, print: PrintWhatInput): Promise<PrintJob>;
  run(id: number): Promise<void>;
  read(jid: string): Promise<PrintJob>;
  /** A contact of the agent with an address. */
  resident(contact?: Partial<NewContact>): Promise<number>;
  /** Runs a statement as the owner of the schema. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export async function openPrintDesk(): Promise<PrintDesk> {
  const office = await openOffice();
  const agent = await office.signIn('agent');
  const jobs = printingJobs(office.deps);
  return {
    ...office,
    agent,
    ask: async (selection, print) => (await agent.call(batchPrint, { body: { selection, print } })).body.data,
    run: (jobId) => jobs['printing.run']({ accountId: office.world.accountId, jobId }, new AbortController().signal),
    read: async (jid) => (await agent.call(readBatchPrintStatus, { body: { jid } })).body.data,
    resident: (contact = {}) =>
      office.add({
        owner: 'agent',
        first_name: 'Maria',
        last_name: 'Garza',
        address: '12 Oak Street',
        city: 'Austin',
        state: 'TX',
        zip_code: '78701',
        ...contact,
      }),
    sql: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await office.owner.query<Row & object>(text, [...values])).rows,
  };
}

export const LABELS: PrintWhatInput = { kind: 'labels', options: {} };
