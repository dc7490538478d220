import type { Tx } from '../../db/tx.ts';
import { type Manager, REACHED } from '../users/managed-people.sql.ts';

/** An active person whom a manager may give a license to, themselves included. `null`: there is none. */
export const findReachable = async (
  tx: Tx,
  { userId, businessUnitId, reach }: Manager,
  id: number,
): Promise<{ readonly id: number; readonly name: string } | null> =>
  (
    await tx.raw<{ id: number; name: string }>(
      `select u.id, btrim(u.first_name || ' ' || u.last_name) as name from users u
       where u.active and u.id = $4 and (u.id = $1 or ${REACHED})`,
      [userId, reach, businessUnitId, id],
    )
  )[0] ?? null;
