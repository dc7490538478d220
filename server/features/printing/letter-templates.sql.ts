import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';

export interface TemplateRow {
  readonly id: number;
  readonly name: string;
  readonly sender: string;
  readonly body: string;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

const COLUMNS = sql`id, name, sender, body, updated_at, deleted_at`;

/** The user's own letters, by name. */
export const findTemplates = (tx: Tx, userId: number) =>
  tx.all<TemplateRow>(
    sql<TemplateRow>`select ${COLUMNS} from letter_templates where user_id = ${userId} and deleted_at is null
      order by lower(name), id`,
  );

/** Locked; includes deleted ones. `null` when unknown, or someone else's. */
export const lockTemplate = (tx: Tx, userId: number, id: number) =>
  tx.one<TemplateRow>(
    sql<TemplateRow>`select ${COLUMNS} from letter_templates where user_id = ${userId} and id = ${id} for update`,
  );

/** Serializes additions to a user's letters until the transaction ends. */
export const lockTemplates = (tx: Tx, userId: number) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('letter_templates', $1))`, [userId]);

export async function countTemplates(tx: Tx, userId: number): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*)::int as total from letter_templates
      where user_id = ${userId} and deleted_at is null`,
  );
  return row?.total ?? 0;
}

export type TemplateText = Pick<TemplateRow, 'name' | 'sender' | 'body'>;

/** `null`: there is one of that name. */
export const insertTemplate = (
  tx: Tx,
  { accountId, userId, name, sender, body }: TemplateText & { readonly accountId: number; readonly userId: number },
  at: Date,
) =>
  tx.one<TemplateRow>(
    sql<TemplateRow>`insert into letter_templates (account_id, user_id, name, sender, body, created_at, updated_at)
      values (${accountId}, ${userId}, ${name}, ${sender}, ${body}, ${at}, ${at})
      on conflict (user_id, lower(name)) where deleted_at is null do nothing returning ${COLUMNS}`,
  );

/** True when another of their letters has the name. */
export const isTaken = async (tx: Tx, userId: number, { id, name }: Pick<TemplateRow, 'id' | 'name'>) =>
  (await tx.one(
    sql`select from letter_templates where user_id = ${userId} and lower(name) = lower(${name}) and id <> ${id}
      and deleted_at is null`,
  )) !== null;

export async function changeTemplate(tx: Tx, row: TemplateRow): Promise<TemplateRow> {
  const after = await tx.one<TemplateRow>(
    sql<TemplateRow>`update letter_templates set name = ${row.name}, sender = ${row.sender}, body = ${row.body},
      updated_at = ${row.updated_at}, deleted_at = ${row.deleted_at} where id = ${row.id} returning ${COLUMNS}`,
  );
  if (after === null) throw new Error(`Letter ${row.id} is gone.`);
  return after;
}
