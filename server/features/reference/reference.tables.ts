import { sql } from 'kysely';
import { MOST_COUNTED } from '#contract/resource.ts';
import { refuseField } from '../../errors.ts';
import { line, named, plain } from '../../resource/columns.ts';
import { afterSave, beforeRemove, beforeSave, contactsWith, oneOfEachName, uniqueName } from '../../resource/rules.ts';
import { retirable } from '../../resource/retirable.ts';
import { table } from '../../resource/table.ts';
import { ofAccount, ofUnit, UNIT_NAME } from '../../resource/visibility.ts';
import { keysOf, releaseVendor } from '../api-tracking/vendor-keys.ts';
import { leadsOf, leadUsersExist } from '../vendor-leads/vendor-leads.service.ts';
import { insertRename, isGroupOfUnit, type Rename } from './reference.sql.ts';

const byName = () => sql`lower(r.name), r.id`;
const byPlace = () => sql`r.position, lower(r.name), r.id`;

const PLACED = { name: named, position: plain };

/** Contacts and policies keep the word itself: those with the old one get the new one by a job. */
export const renameWords = (word: Rename['word'], column: string) =>
  afterSave(async ({ tx, deps, identity }, { before: old, after: now }) => {
    const [before, after] = [old?.[column], now[column]];
    if (typeof before !== 'string' || typeof after !== 'string' || before === after) return null;
    const renameId = await insertRename(tx, { word, before, after });
    await deps.jobs.enqueue(tx, 'reference.rename', { accountId: identity.accountId, renameId }, String(renameId));
    return null;
  });

/** Contacts that keep the name of a row. The list counts them in one pass: no index leads from a word to its contacts. */
function contactsNaming(word: 'source' | 'category', rows: string, title: string) {
  const [own, name] = [sql`from contacts c where c.account_id = app_account_id()`, sql.ref(`c.${word}`)];
  return {
    rows: (id: unknown) =>
      sql`select ${own} and ${name} = (select ${sql.ref(title)} from ${sql.table(rows)} where id = ${id}) limit ${MOST_COUNTED}`,
    counted: sql`coalesce(((select jsonb_object_agg(name, least(count, ${MOST_COUNTED}::int)) from (
      select ${name} as name, count(*) ${own} and ${name} <> '' group by 1) known) ->> ${sql.ref(`r.${title}`)})::int, 0)`,
    one: 'contact',
    many: 'contacts',
  };
}

const groupOfUnit = beforeSave(async ({ tx }, { values }) => {
  const { agentflow_status_group_id: group, business_unit_id: unit } = values;
  if (typeof group !== 'number' || (await isGroupOfUnit(tx, group, typeof unit === 'number' ? unit : null))) return;
  throw refuseField('agentflow_status_group_id', 'Agentflow status group not found.');
});

export const GROUPS = retirable(
  table({
    name: 'groups',
    title: 'name',
    columns: { name: named },
    select: () => sql`r.id, r.name`,
    order: byName,
    file: { Name: 'name' },
    visibility: ofAccount(),
    rules: [oneOfEachName('name')],
  }),
  contactsWith('group_id'),
);

export const STATUSES = retirable(
  table({
    name: 'statuses',
    title: 'name',
    columns: { ...PLACED, color: plain },
    select: () => sql`r.id, r.name, r.color, r.position, r.business_unit_id`,
    order: byPlace,
    file: { Name: 'name', Color: 'color', For: UNIT_NAME },
    visibility: ofUnit(),
    rules: [uniqueName('name')],
  }),
  contactsWith('status_id'),
);

export const AGENTFLOW_STATUSES = retirable(
  table({
    name: 'agentflow_statuses',
    title: 'name',
    columns: { ...PLACED, color: plain, agentflow_status_group_id: plain },
    select: () => sql`r.id, r.name, r.color, r.position, r.business_unit_id,
    (select jsonb_build_object('id', g.id, 'name', g.name) from agentflow_status_groups g
     where g.id = r.agentflow_status_group_id) as agentflow_status_group`,
    order: () => sql`(select (g.position, lower(g.name)) from agentflow_status_groups g
    where g.id = r.agentflow_status_group_id) nulls first, ${byPlace()}`,
    file: {
      Name: 'name',
      Group: sql`(select g.name from agentflow_status_groups g where g.id = r.agentflow_status_group_id)`,
      Color: 'color',
      For: UNIT_NAME,
    },
    visibility: ofUnit(),
    rules: [uniqueName('name'), groupOfUnit],
  }),
  contactsWith('agentflow_status_id'),
);

export const AGENTFLOW_STATUS_GROUPS = retirable(
  table({
    name: 'agentflow_status_groups',
    title: 'name',
    columns: PLACED,
    select: () => sql`r.id, r.name, r.position, r.business_unit_id`,
    order: byPlace,
    file: { Name: 'name', For: UNIT_NAME },
    visibility: ofUnit(),
    rules: [uniqueName('name')],
  }),
  {
    rows: (id) => sql`select from agentflow_statuses where agentflow_status_group_id = ${id}`,
    one: 'agentflow status',
    many: 'agentflow statuses',
  },
);

export const SOURCES = retirable(
  table({
    name: 'sources',
    title: 'name',
    columns: { name: named },
    select: () => sql`r.id, r.name`,
    order: byName,
    file: { Name: 'name' },
    visibility: ofAccount(),
    rules: [uniqueName('name'), renameWords('source', 'name')],
  }),
  contactsNaming('source', 'sources', 'name'),
);

export const CATEGORIES = retirable(
  table({
    name: 'categories',
    title: 'title',
    columns: { title: named, description: line },
    select: () => sql`r.id, r.title, r.description`,
    order: () => sql`lower(r.title), r.id`,
    file: { Name: 'title', Description: 'description' },
    visibility: ofAccount(),
    rules: [uniqueName('title'), renameWords('category', 'title')],
  }),
  contactsNaming('category', 'categories', 'title'),
);

export const API_VENDORS = retirable(
  table({
    name: 'api_vendors',
    title: 'vendor_name',
    columns: { vendor_name: named, vendor_type: line, lead_cost_cents: plain, lead_user_ids: plain },
    select: ({ permissions }) =>
      sql`r.id, r.vendor_name, r.vendor_type,
      ${permissions.includes('reference.manage') ? sql`r.lead_cost_cents` : sql`null`} as lead_cost_cents,
      ${permissions.includes('reference.manage') ? sql`r.lead_user_ids` : sql`'{}'::bigint[]`} as lead_user_ids`,
    order: () => sql`lower(r.vendor_name), r.id`,
    file: { Name: 'vendor_name', Type: 'vendor_type', 'Cost per lead': 'lead_cost_cents' },
    visibility: ofAccount(),
    rules: [
      uniqueName('vendor_name'),
      leadUsersExist,
      beforeRemove(({ tx }, { id }) => releaseVendor(tx, id).then(() => undefined)),
    ],
  }),
  contactsWith('api_vendor_id'),
  { rows: leadsOf, one: 'lead', many: 'leads' },
  { rows: keysOf, one: 'API key', many: 'API keys' },
);
