import type { CallArgs } from '#contract/endpoint.ts';
import {
  readTransferAttempt,
  readTransferStatus,
  type TransferAttempt,
  type TransferRow,
  updateTransferGroup,
} from '#contract/transfers.contract.ts';
import { transfersJobs } from '../../server/features/transfers/transfers.jobs.ts';
import { type Tx, withAccount } from '../../server/db/tx.ts';
import type { Client } from '../_api/app.ts';
import { type BulkDesk, openBulkDesk } from '../bulk/bulk-desk.ts';

export type Asked = Partial<CallArgs<typeof updateTransferGroup>['body']>;

/** A desk whose transfers run when a test says so, in the test's own process. */
export interface TransferDesk extends Omit<BulkDesk, 'run' | 'undo' | 'read'> {
  readonly admin: Client;
  /** Everything that the manager sees of the agent goes to the peer, unless said otherwise. */
  ask(asked?: Asked, by?: Client): Promise<TransferAttempt>;
  run(id: number): Promise<void>;
  revert(id: number): Promise<void>;
  read(id: number, by?: Client): Promise<TransferAttempt>;
  rows(id: number, rows?: 'all' | 'moved' | 'left' | 'put_back' | 'kept', by?: Client): Promise<TransferRow[]>;
  idOf(username: string): number;
  /** Names of the contacts in what was told of a transfer last, in their order. `null`: not named. */
  namesTold(id: number): Promise<(string | null)[]>;
  /** True when a user can be deactivated while work is in its transaction. */
  leavesDuring(username: string, work: (tx: Tx) => Promise<unknown>): Promise<boolean>;
  /** Takes every contact and transfer away. */
  clear(): Promise<unknown>;
}

/** More than any test has. */
const ANY_NUMBER = 250_000;

export async function openTransferDesk(): Promise<TransferDesk> {
  const desk = await openBulkDesk();
  const { manager, world } = desk;
  const jobs = transfersJobs(desk.deps);
  const { signal } = new AbortController();
  const data = (transferId: number) => ({ accountId: world.accountId, transferId });
  const idOf = (username: string) => desk.identityOf(username).userId;
  return {
    ...desk,
    admin: await desk.signIn('admin'),
    idOf,
    ask: async (asked = {}, by = manager) => {
      const body = {
        selection: { contacts_scope: { contact_group: 'mine' as const, downline_user_id: idOf('agent') } },
        to_user_ids: [idOf('peer')],
        confirmed: ANY_NUMBER,
        ...asked,
      };
      return (await by.call(updateTransferGroup, { body })).body.data;
    },
    run: (id) => jobs['transfers.run'](data(id), signal),
    revert: (id) => jobs['transfers.revert'](data(id), signal),
    read: async (id, by = manager) => (await by.call(readTransferStatus, { params: { id } })).body.data,
    rows: async (id, rows = 'all', by = manager) =>
      (await by.call(readTransferAttempt, { params: { id }, query: { rows, limit: 200 } })).body.data.contacts,
    namesTold: async (id) => {
      const [told] = await desk.sql<{ rows: TransferRow[] }>(
        `select body -> 'rows' as rows from events where stream = $1 order by id desc limit 1`,
        [`transfer:${id}`],
      );
      return (told?.rows ?? []).map(({ contact }) => contact?.name ?? null);
    },
    leavesDuring: (username, work) =>
      withAccount(desk.deps.pool, { accountId: world.accountId }, async (tx) => {
        await work(tx);
        const free = await desk.sql('select from users where id = $1 for no key update skip locked', [idOf(username)]);
        return free.length > 0;
      }),
    clear: () => desk.sql('truncate contacts, transfer_attempts, transfer_rows, events, audit_log cascade'),
  };
}
