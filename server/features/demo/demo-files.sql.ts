import type { Tx } from '../../db/tx.ts';

export interface PapersOwner {
  readonly id: number;
  readonly owner_id: number;
}

/** The account's first contact by name, and that of the agent newcomers sign in as. */
export const findPapersOwners = (tx: Tx, accountId: number): Promise<PapersOwner[]> =>
  tx.raw(
    `(select id, owner_id from contacts where account_id = $1 and deleted_at is null order by sort_key, id limit 1)
     union
     (select c.id, c.owner_id from contacts c join users u on u.id = c.owner_id
      where c.account_id = $1 and c.deleted_at is null and u.username = 'agent' order by c.sort_key, c.id limit 1)
     order by id`,
    [accountId],
  );

export interface DemoFile {
  readonly kind: 'file' | 'call';
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly bytes: number;
  readonly fileKey: string;
  /** Days before now. */
  readonly age: number;
}

/** A picture is checked like any upload. The timeline names its uploader. */
export const insertDemoFile = (tx: Tx, accountId: number, { id, owner_id }: PapersOwner, file: DemoFile, now: Date) =>
  tx.raw(
    `with added as (insert into files (account_id, contact_id, user_id, kind, name, description, type, bytes, file_key, state,
                        created_at, updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, case when $7 = 'png' then 'checking' else 'ready' end, at, at
     from (select $10::timestamptz - make_interval(days => $11) as at) t
     returning id, kind, created_at)
     insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail, at)
     select $1, $3, $3, 'file.uploaded', 'contact', $2, json_build_object('file_id', id, 'kind', kind), created_at
     from added`,
    [
      accountId,
      id,
      owner_id,
      file.kind,
      file.name,
      file.description,
      file.type,
      file.bytes,
      file.fileKey,
      now,
      file.age,
    ],
  );
