import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { businessUnits } from '#contract/business-units.contract.ts';
import { MOST_COUNTED } from '#contract/resource.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { line, named } from '../../resource/columns.ts';
import { retirable } from '../../resource/retirable.ts';
import { beforeSave, contactsWith, lockNames, uniqueName } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofAccount } from '../../resource/visibility.ts';

/** The number after the highest of the newest unit's kind: "BU-3" after "BU-2". */
async function nextNumber(tx: Tx): Promise<string> {
  const units = await tx.all<{ number: string }>(
    sql<{ number: string }>`select number from business_units order by id`,
  );
  const split = units.map(({ number }) => /^(.*?)(\d{1,8})$/u.exec(number)).filter((found) => found !== null);
  const [, prefix = ''] = split.at(-1) ?? [];
  const taken = split.flatMap(([, before, digits]) => (before === prefix ? [Number(digits)] : []));
  return `${prefix}${Math.max(0, ...taken) + 1}`;
}

const BUSINESS_UNITS = retirable(
  table({
    name: 'business_units',
    title: 'name',
    columns: { name: named, number: line },
    select: () => sql`r.id, r.name, r.number`,
    order: () => sql`lower(r.name), r.id`,
    search: ['name', 'number'],
    file: { Name: 'name', Number: 'number' },
    visibility: {
      ...ofAccount(),
      place: async (write) => {
        const { number = '' } = write.body as { readonly number?: string };
        if (cleanLine(number) !== '') return {};
        await lockNames(write);
        return { number: await nextNumber(write.tx) };
      },
    },
    rules: [
      beforeSave((_write, { values }) => {
        if (values['number'] === '') throw refuseField('number', 'Enter a number.');
        return Promise.resolve();
      }),
      uniqueName('name'),
      uniqueName('number', 'A business unit with this number already exists.'),
    ],
  }),
  {
    rows: (id) =>
      sql`select from users where account_id = app_account_id() and business_unit_id = ${id} limit ${MOST_COUNTED}`,
    one: 'user',
    many: 'users',
  },
  contactsWith('business_unit_id'),
);

export const businessUnitsRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, businessUnits, BUSINESS_UNITS);
