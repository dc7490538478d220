import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { carriers } from '#contract/carriers.contract.ts';
import { MOST_COUNTED } from '#contract/resource.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { type Column, named, phone, plain, website } from '../../resource/columns.ts';
import { beforeRemove, beforeSave, countOf, uniqueName } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofAccount } from '../../resource/visibility.ts';
import { renameWords } from '../reference/reference.tables.ts';

/** Each once, without empty ones. */
const lines: Column = (written) => [...new Set((written as string[]).map(cleanLine))].filter((line) => line !== '');

const policiesOf = (name: ReturnType<typeof sql>) => sql`select from policies p
  where p.account_id = app_account_id() and p.carrier <> '' and fold(p.carrier) = fold(${name}) and p.deleted_at is null
  limit ${MOST_COUNTED}`;

const countPolicies = countOf((id) => policiesOf(sql`(select name from carriers where id = ${id})`));

const CARRIERS = table({
  name: 'carriers',
  title: 'name',
  columns: { name: named, lines, agent_line: phone, website, active: plain },
  select: () => sql`r.id, r.name, r.lines, r.agent_line, r.website, r.active, r.found,
    (select count(*)::int from (${policiesOf(sql`r.name`)}) used) as policies`,
  order: () => sql`lower(r.name), r.id`,
  orders: { policies: sql`(select count(*) from (${policiesOf(sql`r.name`)}) used)` },
  search: ['name', 'website'],
  file: {
    Name: 'name',
    Lines: 'lines',
    'Agent line': 'agent_line',
    Website: 'website',
    Policies: 'policies',
    'Offered for new policies': 'active',
  },
  visibility: {
    ...ofAccount(),
    seen: ({ roles }) => (reachOf(roles) === 'account' ? sql`true` : sql`(r.active or not r.found)`),
  },
  rules: [
    // A word found in policies gives way to the carrier that someone enters.
    beforeSave(async ({ tx }, { id, values }) => {
      await tx.all(sql`delete from carriers where account_id = app_account_id() and found and not active and id <> ${id}
        and fold(name) = fold(${values['name']})`);
    }),
    uniqueName('name'),
    renameWords('carrier', 'name'),
    beforeRemove(async ({ tx }, { id }) => {
      const used = await countPolicies(tx, id);
      if (used === 0) return;
      const policies = formatCounted(used, 'policy names', 'policies name');
      throw new Refusal('conflict', `${policies} this carrier. Turn it off instead; those policies keep it.`);
    }),
  ],
});

export const carriersRoutes = (app: FastifyInstance, deps: Deps): void => bindResource(app, deps, carriers, CARRIERS);
