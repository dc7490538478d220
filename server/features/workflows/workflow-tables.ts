import { sql } from 'kysely';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { faultsOf } from '#rules/workflows/flow-problems.ts';
import { EMPTY_DEFINITION } from '#rules/workflows/flow-steps.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Column, named, plain } from '../../resource/columns.ts';
import { beforeRemove, beforeSave, countOf, uniqueName, usedBy } from '../../resource/rules.ts';
import { type Rule, type Sql, table, type Visibility } from '../../resource/table.ts';
import type { Identity } from '../../identity.ts';
import { requireLiveContact } from '../contacts/contacts.service.ts';
import { ofAccount } from '../../resource/visibility.ts';
import { changeable, OF_FLOWS } from './visibility.ts';

const words: Column = (written) => cleanText(String(written));

export const CATEGORIES = table({
  name: 'wf_categories',
  title: 'name',
  columns: { name: named },
  select: () => sql`r.id, r.name, r.position, jsonb_build_object(
    'templates', (select count(*) from wf_templates t where t.category_id = r.id),
    'flows', (select count(*) from wf_flows f where f.category_id = r.id)) as usage`,
  order: () => sql`r.position, lower(r.name), r.id`,
  visibility: {
    ...ofAccount(),
    place: async ({ tx }) => ({
      position: Number(
        (await tx.one<{ next: number }>(sql`select coalesce(max(position), 0) + 1 as next from wf_categories`))?.next ??
          1,
      ),
    }),
  },
  rules: [
    uniqueName('name'),
    usedBy({
      rows: (id) => sql`select from wf_flows where category_id = ${id}`,
      one: 'workflow',
      many: 'workflows',
    }),
    usedBy({
      rows: (id) => sql`select from wf_templates where category_id = ${id}`,
      one: 'workflow template',
      many: 'workflow templates',
    }),
  ],
});

async function requireCategory(tx: Tx, id: unknown): Promise<void> {
  const found = id === null || (await tx.one(sql`select from wf_categories where id = ${id} for key share`)) !== null;
  if (!found) throw refuseField('category_id', 'Workflow category not found.');
}

/** The category is there, and the steps form a tree. */
const sound: Rule = beforeSave(async ({ tx }, { changes }) => {
  const { category_id: category = null, definition } = changes;
  await requireCategory(tx, category);
  const [fault] = definition === undefined ? [] : faultsOf(definition as FlowDefinition);
  if (fault !== undefined) throw refuseField('definition', fault.message);
});

const COLUMNS = { name: named, description: words, category_id: plain, definition: plain };

const visibility: Visibility = {
  ...OF_FLOWS,
  place: async (write) => ({
    definition: write.body['definition'] ?? EMPTY_DEFINITION,
    ...(await OF_FLOWS.place(write)),
  }),
  filters: {
    category_id: async (tx, _identity, id) => {
      await requireCategory(tx, id);
      return sql`r.category_id = ${id}`;
    },
  },
};

export const TEMPLATES = table({
  name: 'wf_templates',
  title: 'name',
  columns: { ...COLUMNS, active: plain },
  json: ['definition'],
  select: (
    identity,
  ) => sql`r.id, r.name, r.description, r.category_id, r.shared, r.business_unit_id, r.definition, r.active,
    ${changeable(identity)} as editable`,
  order: () => sql`r.active desc, lower(r.name), r.id`,
  search: ['name', 'description'],
  file: {
    Name: 'name',
    Description: 'description',
    Category: sql`(select c.name from wf_categories c where c.id = r.category_id)`,
    Shared: 'shared',
    Offered: 'active',
  },
  visibility,
  rules: [sound],
});

/** Of a workflow `r`. */
const ROW = sql`r.id, r.name, r.description, r.category_id, r.shared, r.business_unit_id, r.status, r.updated_at,
  coalesce(r.live_trigger, r.definition -> 'trigger') ->> 'kind' as trigger,
  (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = r.user_id) as owner_name,
  (select v.number from wf_versions v where v.id = r.live_version_id) as version_number,
  r.definition is distinct from (select v.definition from wf_versions v where v.id = r.live_version_id) as has_changes,
  (select count(*) from wf_runs n where n.flow_id = r.id and n.status in ('ready', 'waiting', 'held')) as running,
  (select count(*) from wf_runs n where n.flow_id = r.id and n.status in ('done', 'ended')) as finished`;

/** Workflows `r` that are for a contact who isn't in them. */
async function startableFor(tx: Tx, identity: Identity, id: unknown): Promise<Sql> {
  const contact = await requireLiveContact(tx, identity, Number(id), false);
  return sql`(select flow_is_for(r, u.id, u.business_unit_id) from users u where u.id = ${contact.owner_id})
    and not exists (select from wf_runs n where n.flow_id = r.id and n.contact_id = ${contact.id}
      and n.status in ('ready', 'waiting', 'held'))`;
}

export const FLOWS = table({
  name: 'wf_flows',
  title: 'name',
  columns: COLUMNS,
  json: ['definition'],
  select: (identity) => sql`${ROW}, ${changeable(identity)} as editable`,
  detail: (identity) => sql`${ROW}, ${changeable(identity)} as editable, r.definition, r.version, r.paused_steps,
    coalesce((select jsonb_agg(s) from (
      select step as step_id, sum(here)::int as here, sum(passed)::int as passed from (
        select n.step, 1 as here, 0 as passed from wf_runs n
          where n.flow_id = r.id and n.status in ('ready', 'waiting', 'held')
        union all
        select s.step, 0, 1 from wf_steps s join wf_runs n on n.id = s.run_id
          where n.flow_id = r.id and s.outcome in ('done', 'skipped')
      ) looked where step <> '' group by step order by step) s), '[]') as steps,
    coalesce((select jsonb_agg(jsonb_build_object('number', v.number, 'created_at', to_jsonb(v.created_at), 'running',
        (select count(*) from wf_runs n where n.version_id = v.id and n.status in ('ready', 'waiting', 'held')))
      order by v.number desc) from wf_versions v where v.flow_id = r.id), '[]') as versions`,
  order: () => sql`array_position(array['on', 'paused', 'draft'], r.status), lower(r.name), r.id`,
  search: ['name', 'description'],
  lock: 'no key update',
  visibility: { ...visibility, filters: { ...visibility.filters, contact_id: startableFor } },
  rules: [
    sound,
    beforeSave(({ body }, { id, values, changes }) => {
      const isLate =
        id !== 0 && 'definition' in changes && body['version'] !== undefined && body['version'] !== values['version'];
      if (isLate) throw new Refusal('conflict', 'Someone changed this workflow after you opened it. Reload the page.');
      return Promise.resolve();
    }),
    beforeRemove(async ({ tx }, { id }) => {
      const runs = countOf((flow) => sql`select from wf_runs where flow_id = ${flow} limit 1`);
      if ((await runs(tx, id)) === 0) return;
      throw new Refusal(
        'conflict',
        'Contacts went through this workflow, and their history names it. Pause it instead.',
      );
    }),
  ],
});
