import type { AdminUserDetail } from '#contract/users.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** Details of a user besides the header. */
export type DetailRow = Omit<AdminUserDetail, 'audit' | 'may' | 'flags'> & AdminUserDetail['flags'];

export async function findDetail(tx: Tx, id: number) {
  const rows = await tx.raw<DetailRow>(
    `select u.phone, u.timezone, u.job_title, u.two_fa_required, t.enabled_at is not null as two_fa_enabled, u.change_password,
       u.c_1, u.aris, u.wallet_feature_enabled, u.regional_manager_enabled, u.max_plus_plan,
       coalesce((select json_agg(json_build_object('network', i.network::text, 'label', i.label) order by i.network)
                 from auth_ips i where i.user_id = u.id), '[]') as auth_ips
     from users u left join two_factors t on t.user_id = u.id where u.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export interface AuditRow {
  readonly at: Date;
  readonly actor_id: number;
  readonly acting_as_id: number;
  /** The acting user may belong to another account. */
  readonly actor: string;
  readonly acting_as: string;
  readonly action: string;
  readonly detail: Record<string, unknown>;
}

/** Audit entries about a user, and their sign-ins; newest first. */
export const findAudit = (tx: Tx, userId: number, limit: number) =>
  tx.raw<AuditRow>(
    `with found as (
       select * from (
         (select id, at, actor_id, acting_as_id, action, detail from audit_log
          where subject_type = 'user' and subject_id = $1 order by id desc limit $2)
         union
         (select id, at, actor_id, acting_as_id, action, detail from audit_log
          where acting_as_id = $1 and action = 'session.signedIn' order by id desc limit $2)
       ) rows order by id desc limit $2
     ), names as (
       select * from names_of_people(array(select actor_id from found union select acting_as_id from found))
     )
     select f.at, f.actor_id, f.acting_as_id, coalesce(a.name, '') as actor, coalesce(b.name, '') as acting_as,
       f.action, f.detail
     from found f left join names a on a.id = f.actor_id left join names b on b.id = f.acting_as_id
     order by f.id desc`,
    [userId, limit],
  );
