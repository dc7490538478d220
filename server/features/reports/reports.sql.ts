import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import type { Sql, Stored } from '../../resource/table.ts';
import type { Computed } from './compute-report.ts';

export const saveResult = (tx: Tx, reportId: number, userId: number, result: Computed, at: Date) =>
  tx.raw(
    `insert into report_results (account_id, report_id, user_id, result, computed_at)
     values (app_account_id(), $1, $2, $3, $4)
     on conflict (report_id, user_id) do update set result = excluded.result, computed_at = excluded.computed_at`,
    [reportId, userId, JSON.stringify(result), at],
  );

/** People who created reports that fit, by name. */
export const findCreators = (tx: Tx, seen: Sql): Promise<{ id: number; name: string }[]> =>
  tx.all(
    sql<{ id: number; name: string }>`select n.id, n.name
      from names_of_people(array(select distinct r.user_id from reports as r where ${seen})) n order by lower(n.name), n.id`,
  );

/** A report that a reader sees, locked; `null`: none. */
export const lockReport = (tx: Tx, id: number, seen: Sql): Promise<Stored | null> =>
  tx.one(sql<Stored>`select r.* from reports as r where r.id = ${id} and ${seen} for update of r`);

/** Deletes a report until it is restored or expires. */
export const discard = (tx: Tx, id: number, at: Date) =>
  tx.raw('update reports set deleted_at = $2 where id = $1', [id, at]);

/** A deleted report of a user, locked; `null`: none. */
export const lockDeleted = (tx: Tx, id: number, userId: number): Promise<Stored | null> =>
  tx.one(
    sql<Stored>`select r.* from reports as r where r.id = ${id} and r.user_id = ${userId} and r.deleted_at is not null for update`,
  );

export const restore = (tx: Tx, id: number) => tx.raw('update reports set deleted_at = null where id = $1', [id]);
