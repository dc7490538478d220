import { type RawBuilder, sql } from 'kysely';
import type { LEAD_ORDER, LeadCounts, LeadInterval } from '#contract/comra-leads.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** Days of the caller, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

export interface ReportFilter extends Days {
  readonly interval: LeadInterval;
  readonly q: string;
}

export interface LeadRow extends LeadCounts {
  readonly vendor: { readonly id: number; readonly name: string };
  readonly agent: { readonly id: number; readonly name: string };
  readonly period: string;
  readonly import_ids: number[];
}

/** What became of leads, by vendor, agent and day; each number is counted in one place alone. */
const facts = ({ from, to, zone }: Days): RawBuilder<unknown> => {
  const within = (at: RawBuilder<unknown>) =>
    sql`${at} >= (${from}::date::timestamp at time zone ${zone}) and ${at} < ((${to}::date + 1)::timestamp at time zone ${zone})`;
  const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone ${zone})::date`;
  return sql`
    select c.api_vendor_id as vendor_id, c.owner_id as agent_id, ${dayOf(sql`c.created_at`)} as day, null::bigint as import_id,
      (c.deleted_at is null)::int as received, (c.merged_into_id is not null)::int as duplicates, 0 as problems, 0 as refused,
      (c.deleted_at is null and c.last_touch_at is not null)::int as contacted,
      (c.deleted_at is null and exists (select from policies p where p.account_id = c.account_id and p.contact_id = c.id
        and p.deleted_at is null and p.status = 'active'))::int as sold
    from contacts c
    where c.account_id = app_account_id() and c.api_vendor_id is not null and ${within(sql`c.created_at`)}
    union all
    select i.api_vendor_id, i.owner_id, ${dayOf(sql`i.created_at`)}, i.id,
      0, i.updated + case when i.when_known = 'skip' then i.skipped else 0 end, i.problems, 0, 0, 0
    from imports i
    where i.account_id = app_account_id() and i.api_vendor_id is not null and i.deleted_at is null and ${within(sql`i.created_at`)}
    union all
    select l.vendor_id, coalesce(l.owner_id, k.user_id), ${dayOf(sql`l.received_at`)}, null,
      0, (l.status = 'duplicate')::int, 0, (l.status in ('refused', 'failed'))::int, 0, 0
    from vendor_leads l join api_keys k on k.id = l.key_id
    where l.account_id = app_account_id() and l.status <> 'accepted' and ${within(sql`l.received_at`)}
    union all
    select k.api_vendor_id, k.user_id, ${dayOf(sql`r.at`)}, null, 0, 0, 0, 1, 0, 0
    from api_requests r join api_keys k on k.id = r.key_id
    where k.api_vendor_id is not null and r.method = 'POST' and r.path = '/v1/contacts' and r.status >= 400
      and ${within(sql`r.at`)}`;
};

const report = (filter: ReportFilter): RawBuilder<unknown> => sql`
  select json_build_object('id', v.id, 'name', v.vendor_name) as vendor,
    json_build_object('id', u.id, 'name', btrim(u.first_name || ' ' || u.last_name)) as agent,
    lower(v.vendor_name) as vendor_key, u.sort_key as agent_key, f.*, f.received * v.lead_cost_cents as cost_cents
  from (
    select vendor_id, agent_id, date_trunc(${filter.interval}, day::timestamp)::date as period,
      sum(received)::int as received, sum(duplicates)::int as duplicates, sum(problems)::int as problems,
      sum(refused)::int as refused, sum(contacted)::int as contacted, sum(sold)::int as sold,
      coalesce(array_agg(distinct import_id) filter (where import_id is not null), '{}') as import_ids
    from (${facts(filter)}) fact group by 1, 2, 3
    having sum(received + duplicates + problems + refused) > 0
  ) f join api_vendors v on v.id = f.vendor_id join users u on u.id = f.agent_id
  where ${filter.q} = '' or position(lower(${filter.q}) in lower(v.vendor_name)) > 0
    or position(lower(${filter.q}) in lower(btrim(u.first_name || ' ' || u.last_name))) > 0`;

type Order = (typeof LEAD_ORDER)[number];
const COLUMN: Readonly<Record<Order, string>> = {
  period: 'period',
  vendor: 'vendor_key',
  agent: 'agent_key',
  received: 'received',
  contacted: 'contacted',
  sold: 'sold',
};

interface Page {
  readonly field: Order;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export const findLeads = (tx: Tx, filter: ReportFilter, { field, order, limit, offset }: Page): Promise<LeadRow[]> =>
  tx.all<LeadRow>(
    sql<LeadRow>`select vendor, agent, period, import_ids, received, duplicates, problems, refused, contacted, sold, cost_cents
      from (${report(filter)}) rows
      order by ${sql.ref(COLUMN[field])} ${sql.raw(order)}, period desc, vendor_key, agent_key, agent_id
      limit ${limit} offset ${offset}`,
  );

export interface LeadTotals extends LeadCounts {
  readonly rows: number;
}

export async function sumLeads(tx: Tx, filter: ReportFilter): Promise<LeadTotals> {
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(name)}), 0)::int as ${sql.ref(name)}`;
  const names = ['received', 'duplicates', 'problems', 'refused', 'contacted', 'sold'];
  const found = await tx.one<LeadTotals>(
    sql<LeadTotals>`select count(*)::int as rows, ${sql.join(names.map(sum))},
      case when bool_or(received > 0 and cost_cents is null) then null else coalesce(sum(cost_cents), 0)::bigint end as cost_cents
      from (${report(filter)}) rows`,
  );
  if (found === null) throw new Error('A sum has no row.');
  return found;
}

export interface ScoreRow {
  readonly vendor: { readonly id: number; readonly name: string };
  readonly vendor_type: string;
  readonly mostly: string;
  readonly received: number;
  readonly duplicates: number;
  readonly errors: number;
  readonly contacted: number;
  readonly sold: number;
  readonly cost_cents: number | null;
  /** Leads by API that were accepted, and those of them with a consent. */
  readonly leads: number;
  readonly consents: number;
  readonly last_at: Date | null;
}

/** What became of the leads of each vendor, also of one that sent none. */
export const findScores = (tx: Tx, days: Days): Promise<ScoreRow[]> =>
  tx.all<ScoreRow>(
    sql<ScoreRow>`select json_build_object('id', v.id, 'name', v.vendor_name) as vendor, v.vendor_type,
        coalesce(m.field, '') as mostly, coalesce(f.received, 0) as received, coalesce(f.duplicates, 0) as duplicates, coalesce(f.errors, 0) as errors,
        coalesce(f.contacted, 0) as contacted, coalesce(f.sold, 0) as sold,
        coalesce(f.received, 0) * v.lead_cost_cents as cost_cents, l.leads, l.consents, l.last_at
      from api_vendors v
      left join (
        select vendor_id, sum(received)::int as received, sum(duplicates)::int as duplicates,
          sum(problems + refused)::int as errors, sum(contacted)::int as contacted, sum(sold)::int as sold
        from (${facts(days)}) fact group by 1
      ) f on f.vendor_id = v.id
      cross join lateral (
        select count(*) filter (where l.status = 'accepted')::int as leads,
          count(*) filter (where l.status = 'accepted' and l.has_consent)::int as consents, max(l.received_at) as last_at
        from vendor_leads l
        where l.vendor_id = v.id and l.received_at >= (${days.from}::date::timestamp at time zone ${days.zone})
      ) l
      left join lateral (
        select k.field from vendor_leads l cross join lateral jsonb_object_keys(l.faults) k(field)
        where l.vendor_id = v.id and l.status = 'refused'
          and l.received_at >= (${days.from}::date::timestamp at time zone ${days.zone})
        group by k.field order by count(*) desc, k.field limit 1
      ) m on true
      order by sold desc, received desc, lower(v.vendor_name), v.id`,
  );
