import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export interface LogRow {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  /** `null`: the job. */
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly text: string;
}

export interface NewLog {
  readonly event: string;
  /** `null`: the job. */
  readonly userId: number | null;
  readonly text: string;
}

export async function insertLog(tx: Tx, transferId: number, { event, userId, text }: NewLog, at: Date): Promise<void> {
  await tx.change(sql`insert into transfer_logs (account_id, transfer_id, at, event, user_id, text)
    values (app_account_id(), ${transferId}, ${at}, ${event}, ${userId}, ${text})`);
}

/** Newest first. */
export const findLogs = (tx: Tx, transferId: number, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<LogRow>(
    sql<LogRow>`select l.id, l.at, l.event, l.user_id, l.text,
        (select name from names_of_people(array[l.user_id]) where l.user_id is not null) as user_name
      from transfer_logs l where l.transfer_id = ${transferId} order by l.id desc limit ${limit} offset ${offset}`,
  );

export async function countLogs(tx: Tx, transferId: number): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*) as total from transfer_logs where transfer_id = ${transferId}`,
  );
  return row?.total ?? 0;
}
