import { sql } from 'kysely';
import { cleanText } from '#rules/contacts/contact-name.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Column, named, plain } from '../../resource/columns.ts';
import { beforeRemove, beforeSave, countOf, uniqueName } from '../../resource/rules.ts';
import { type Table, table } from '../../resource/table.ts';
import { ofAccount } from '../../resource/visibility.ts';
import { lockCorporations } from '../corporations/known-corporations.ts';

const words: Column = (written) => cleanText(String(written));
const cents: Column = (written) => Math.round(Number(written) * 100);

const isCategory = async (tx: Tx, id: unknown): Promise<boolean> =>
  (await tx.one(sql`select id from categories where id = ${id} for key share`)) !== null;

const ordersOf = countOf((id) => sql`select from store_order_items where product_id = ${id} limit 1`);

export const PRODUCTS: Table = table({
  name: 'products',
  title: 'name',
  columns: {
    name: named,
    description: words,
    category_id: plain,
    corporation_id: plain,
    price: cents,
    months_count: plain,
    per_contact: plain,
    active: plain,
    file_key: plain,
    file_name: plain,
    file_type: plain,
    file_bytes: plain,
  },
  select: () => sql`r.id, r.name, r.description, r.category_id, r.corporation_id, (r.price / 100.0)::float8 as price,
    r.months_count, r.per_contact, r.active, r.file_name, r.file_bytes`,
  order: () => sql`lower(r.name), r.id`,
  search: ['name', 'description'],
  // An order that names a product waits for no change of it.
  lock: 'no key update',
  file: {
    Name: 'name',
    Description: 'description',
    Category: sql`(select c.title from categories c where c.id = r.category_id)`,
    Corporation: sql`(select c.name from corporations c where c.id = r.corporation_id)`,
    Price: sql`(r.price / 100.0)::numeric(12, 2)::text`,
    'Per contact': 'per_contact',
    Months: 'months_count',
    'On sale': 'active',
  },
  visibility: ofAccount(),
  rules: [
    uniqueName('name'),
    beforeSave(async ({ tx, identity }, { changes }) => {
      const { category_id: category = null, corporation_id: corporation = null } = changes;
      await lockCorporations(tx, identity, 'corporation_id', corporation === null ? [] : [Number(corporation)]);
      if (category !== null && !(await isCategory(tx, category)))
        throw refuseField('category_id', 'Category not found.');
    }),
    beforeRemove(async ({ tx }, { id }) => {
      if ((await ordersOf(tx, id)) === 0) return;
      throw new Refusal('conflict', 'This product has been ordered. Turn it off instead, so that its orders keep it.');
    }),
  ],
});
