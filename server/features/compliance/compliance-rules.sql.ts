import type { Channel, ComplianceRule, Purpose, RuleTopic, RuleValue } from '#contract/compliance.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** A row of the dated table as this account has it. */
export interface FoundRule {
  readonly id: number;
  readonly rule: RuleTopic;
  readonly jurisdiction: string;
  readonly channel: Channel | null;
  readonly purpose: Purpose | null;
  readonly starts_on: string;
  /** The earlier of its own end and the account's; before `starts_on` if it never took effect. */
  readonly ends_on: string | null;
  readonly value: RuleValue;
  readonly title: string;
  readonly source: string;
  readonly source_url: string;
  readonly to_review: boolean;
  readonly created_by: ComplianceRule['created_by'];
  readonly ended: ComplianceRule['ended'];
}

const FIND = `
  select r.id, r.rule, r.jurisdiction, r.channel, r.purpose, r.starts_on, least(r.ends_on, e.ends_on) as ends_on, r.value,
    r.title, r.source, r.source_url, r.to_review,
    case when r.created_by is not null then jsonb_build_object('id', r.created_by, 'name', coalesce(c.name, '')) end as created_by,
    case when e.rule_id is not null then jsonb_build_object('user', jsonb_build_object('id', e.user_id,
      'name', coalesce(u.name, '')), 'reason', e.reason, 'at',
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as ended
  from compliance_rules r
  left join compliance_rule_ends e on e.rule_id = r.id and e.account_id = app_account_id()
  left join lateral (select p.name from names_of_people(array[r.created_by]) p where r.created_by is not null) c on true
  left join lateral (select p.name from names_of_people(array[e.user_id]) p where e.user_id is not null) u on true
  where (r.account_id is null or r.account_id = app_account_id())`;

/** Every rule that the account has ever had, by topic and day. */
export const findRules = (tx: Tx): Promise<FoundRule[]> =>
  tx.prepared<FoundRule>(`${FIND} order by r.rule, r.jurisdiction, r.channel nulls first, r.starts_on, r.id`, []);

export async function findRule(tx: Tx, id: number): Promise<FoundRule | null> {
  const rows = await tx.prepared<FoundRule>(`${FIND} and r.id = $1`, [id]);
  return rows[0] ?? null;
}

export type NewRule = Omit<FoundRule, 'id' | 'to_review' | 'created_by' | 'ended'> & {
  readonly userId: number;
  readonly at: Date;
};

export async function insertRule(tx: Tx, rule: NewRule): Promise<number> {
  const rows = await tx.raw<{ id: number }>(
    `insert into compliance_rules (account_id, rule, jurisdiction, channel, purpose, starts_on, ends_on, value, title,
       source, source_url, created_by, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      rule.rule,
      rule.jurisdiction,
      rule.channel,
      rule.purpose,
      rule.starts_on,
      rule.ends_on,
      JSON.stringify(rule.value),
      rule.title,
      rule.source,
      rule.source_url,
      rule.userId,
      rule.at,
    ],
  );
  if (rows[0] === undefined) throw new Error('the new rule has no row');
  return rows[0].id;
}

/** False when the account has ended it before. */
export async function insertRuleEnd(
  tx: Tx,
  end: { ruleId: number; endsOn: string; reason: string; userId: number; at: Date },
): Promise<boolean> {
  const rows = await tx.raw(
    `insert into compliance_rule_ends (account_id, rule_id, ends_on, reason, user_id, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [end.ruleId, end.endsOn, end.reason, end.userId, end.at],
  );
  return rows.length > 0;
}
