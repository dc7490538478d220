import { sql } from 'kysely';
import { MAX_TRAININGS } from '#contract/trainings.contract.ts';
import { Refusal } from '../../errors.ts';
import { type Column, named, plain } from '../../resource/columns.ts';
import { beforeSave, uniqueName } from '../../resource/rules.ts';
import { type Table, table } from '../../resource/table.ts';
import { ofAccount } from '../../resource/visibility.ts';
import { lockCorporations } from '../corporations/known-corporations.ts';
import * as sqlOf from './trainings.sql.ts';

const types: Column = (written) => [...new Set(written as string[])].toSorted();

export const TRAININGS: Table = table({
  name: 'trainings',
  title: 'title',
  columns: {
    section: named,
    title: named,
    corporation_id: plain,
    for_account_types: types,
    file_key: plain,
    file_name: plain,
    file_type: plain,
    file_bytes: plain,
  },
  select: () => sql`r.id, r.section, r.title, r.corporation_id, r.for_account_types, r.file_name, r.file_bytes`,
  order: () => sqlOf.BY_PLACE,
  orders: { position: sqlOf.PLACE },
  search: ['title', 'section'],
  file: {
    Section: 'section',
    Title: 'title',
    Corporation: sql`(select c.name from corporations c where c.id = r.corporation_id)`,
    For: 'for_account_types',
    File: 'file_name',
  },
  visibility: {
    ...ofAccount(),
    // At the end; in a section that is there already, at its end.
    place: async ({ tx }) => ({ position: await sqlOf.nextPosition(tx) }),
    filters: {
      for_account_type: (_tx, _identity, type) => Promise.resolve(sqlOf.isFor([String(type)])),
    },
  },
  rules: [
    uniqueName('title'),
    beforeSave(async ({ tx, identity }, { id, changes }) => {
      const { corporation_id: corporation = null } = changes;
      await lockCorporations(tx, identity, 'corporation_id', corporation === null ? [] : [Number(corporation)]);
      if (id !== 0 || (await sqlOf.countTrainings(tx)) < MAX_TRAININGS) return;
      throw new Refusal('conflict', `There are ${MAX_TRAININGS} trainings already. Delete one first.`);
    }),
  ],
});
