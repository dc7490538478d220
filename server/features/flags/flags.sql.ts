import type { FeatureName, Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface FactsRow {
  roles: Role[];
  wallet_feature_enabled: boolean;
  max_plus_plan: 'standard' | 'premium' | null;
  c_1: boolean;
  flags: { feature: string; enabled: boolean }[];
}

/** `null` without such a user in the account. */
export async function findFacts(tx: Tx, userId: number): Promise<FactsRow | null> {
  const rows = await tx.prepared<FactsRow>(
    `select u.roles, u.wallet_feature_enabled, u.max_plus_plan, u.c_1,
            coalesce((select json_agg(json_build_object('feature', f.feature, 'enabled', f.enabled))
                      from feature_flags f), '[]') as flags
     from users u where u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface FlagRow {
  feature: FeatureName;
  enabled: boolean;
  changed_by: string;
  changed_at: Date;
}

export const findFlags = (tx: Tx) =>
  tx.raw<FlagRow>(
    `select f.feature, f.enabled, btrim(u.first_name || ' ' || u.last_name) as changed_by, f.changed_at
     from feature_flags f join users u on u.id = f.changed_by order by f.feature`,
  );

export const putFlag = (tx: Tx, accountId: number, feature: FeatureName, enabled: boolean, by: number, at: Date) =>
  tx.raw(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, feature) do update set enabled = excluded.enabled, changed_by = excluded.changed_by,
       changed_at = excluded.changed_at
     where feature_flags.enabled <> excluded.enabled`,
    [accountId, feature, enabled, by, at],
  );

export const removeFlag = (tx: Tx, feature: FeatureName) =>
  tx.raw('delete from feature_flags where feature = $1', [feature]);
