import { sql } from 'kysely';
import { named, plain } from '../../resource/columns.ts';
import { oneOfEachName } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofAccount } from '../../resource/visibility.ts';

export const TAGS = table({
  name: 'tags',
  title: 'name',
  columns: { name: named, color: plain },
  select: () => sql`r.id, r.name, r.color`,
  order: () => sql`lower(r.name), r.id`,
  file: { Name: 'name', Color: 'color' },
  visibility: ofAccount(),
  rules: [oneOfEachName('name')],
});
