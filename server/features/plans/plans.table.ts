import { sql } from 'kysely';
import type { PlanKind } from '#contract/plans/plan.contract.ts';
import { accountStream } from '../../events.ts';
import { line, named, plain } from '../../resource/columns.ts';
import { usedBy } from '../../resource/rules.ts';
import { type Table, table } from '../../resource/table.ts';

const live = sql`s.status <> 'ended'`;

/** The plans of a kind. */
export const planTable = (kind: PlanKind): Table =>
  table({
    name: 'usage_plans',
    title: 'name',
    columns: {
      name: named,
      description: line,
      price_cents: plain,
      allocation: plain,
      enterprise: plain,
      active: plain,
    },
    select: () => sql`r.id, r.name, r.description, r.price_cents, r.allocation, r.enterprise, r.active,
      (select count(*)::int from plan_subscriptions s where s.plan_id = r.id and ${live}) as subscribers`,
    order: () => sql`r.enterprise, r.price_cents, lower(r.name), r.id`,
    search: ['name', 'description'],
    lock: 'no key update',
    file: {
      Name: 'name',
      Description: 'description',
      Price: 'price_cents',
      Allocation: 'allocation',
      'For the whole company': 'enterprise',
      'For sale': 'active',
      Subscriptions: 'subscribers',
    },
    visibility: {
      seen: () => sql`r.kind = ${kind}`,
      offered: () => sql`r.kind = ${kind} and r.active and not r.enterprise`,
      place: () => Promise.resolve({ kind }),
      within: [],
      streams: ({ identity }) => [accountStream(identity.accountId)],
      filters: { all: (_tx, _identity, value) => Promise.resolve(value === 'true' ? sql`true` : sql`r.active`) },
    },
    rules: [
      usedBy({
        rows: (id) => sql`select from plan_subscriptions s where s.plan_id = ${id} and ${live}`,
        one: 'subscription',
        many: 'subscriptions',
      }),
    ],
  });

/** Those for a whole company. */
export const enterpriseTable = (kind: PlanKind): Table => {
  const plans = planTable(kind);
  const offered = () => sql`r.kind = ${kind} and r.active and r.enterprise`;
  return { ...plans, visibility: { ...plans.visibility, offered } };
};
