import { createHash } from 'node:crypto';
import { type BulkJob, readBulkJob } from '#contract/bulk.contract.ts';
import { bulkJobs } from '../../server/features/bulk/bulk.jobs.ts';
import type { Pool } from '../../server/db/pool.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

/** An office whose bulk jobs run when a test says so, in the test's own process. */
export interface BulkDesk extends Office {
  readonly agent: Client;
  readonly manager: Client;
  run(id: number): Promise<void>;
  undo(id: number): Promise<void>;
  read(id: number): Promise<BulkJob>;
  /** Creates contacts of a user, named by their number. Returns their ids. */
  many(username: string, count: number): Promise<number[]>;
  tag(name: string): Promise<number>;
  /** Runs a statement as the owner of the schema. */
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** All data of contacts except times and versions. */
  hash(): Promise<string>;
}

export async function openBulkDesk(): Promise<BulkDesk> {
  const office = await openOffice();
  const agent = await office.signIn('agent');
  const jobs = bulkJobs(office.deps);
  const { signal } = new AbortController();
  const data = (jobId: number) => ({ accountId: office.world.accountId, jobId });
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await office.owner.query<Row & object>(text, [...values])).rows;
  return {
    ...office,
    agent,
    manager: await office.signIn('manager'),
    sql,
    run: (id) => jobs['bulk.run'](data(id), signal),
    undo: (id) => jobs['bulk.undo'](data(id), signal),
    read: async (id) => (await agent.call(readBulkJob, { params: { id } })).body.data,
    many: (username, count) => insertMany(office, username, count),
    tag: async (name) => {
      const rows = await sql<{ id: number }>('insert into tags (account_id, name) values ($1, $2) returning id', [
        office.world.accountId,
        name,
      ]);
      return rows[0]?.id ?? 0;
    },
    hash: () => hashOf(office.owner),
  };
}

async function insertMany({ owner, identityOf }: Office, username: string, count: number): Promise<number[]> {
  const { accountId, businessUnitId, userId } = identityOf(username);
  const { rows } = await owner.query<{ id: number }>(
    `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name)
     select $1, $2, $3, base + n, 'Many', lpad(n::text, 7, '0')
     from generate_series(1, $4) n, (select coalesce(max(number), 0) as base from contacts) known order by n returning id`,
    [accountId, businessUnitId, userId, count],
  );
  return rows.map(({ id }) => id);
}

async function hashOf(owner: Pool): Promise<string> {
  const { rows } = await owner.query<{ line: string }>(
    `select jsonb_build_array(id, owner_id, business_unit_id, pool_id, first_name, last_name, tag_ids, group_id, status_id,
       agentflow_status_id, deleted_at)::text as line from contacts order by id`,
  );
  const hash = createHash('sha256');
  for (const { line } of rows) hash.update(`${line}\n`);
  return `${rows.length}:${hash.digest('hex')}`;
}
