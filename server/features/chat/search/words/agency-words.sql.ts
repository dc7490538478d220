import type { Reach } from '#rules/access/permissions.ts';
import type { Tx } from '../../../../db/tx.ts';
import type { AgencyWords, Choice } from './vocabulary.ts';

type Words = Omit<AgencyWords, 'me'>;

/** Names of a list at most. Ours: an account with more of them searches the list itself. */
const MOST = 2_000;

/** Imports at most. Ours: older files are rarely meant. */
const MOST_FILES = 500;

const list = (rows: string, most = MOST) =>
  `coalesce((select jsonb_agg(to_jsonb(c)) from (${rows} limit ${most}) c), '[]')`;
const ofAccount = (table: string) => list(`select r.id::text as id, r.name from ${table} r order by r.id`);
const ofUnit = (table: string) =>
  list(
    `select r.id::text as id, r.name from ${table} r
     where r.business_unit_id is null or r.business_unit_id = $3 order by r.position, r.id`,
  );
/** Contacts and policies keep the word itself. */
const plain = (table: string, name: string) =>
  list(`select r.${name} as id, r.${name} as name from ${table} r order by r.id`);

const WORDS = `select
  ${ofAccount('tags')} as tags,
  ${ofUnit('statuses')} as statuses,
  ${ofUnit('agentflow_statuses')} as "agentflowStatuses",
  ${ofAccount('groups')} as groups,
  ${plain('sources', 'name')} as sources,
  ${plain('categories', 'title')} as categories,
  ${list(`select p.id::text as id, p.name from pools p
    where $1 = 'account' or exists (select from pool_holders h where h.pool_id = p.id and h.user_id = $2) order by p.id`)} as pools,
  ${plain('carriers', 'name')} as carriers,
  ${list(
    `select i.id::text as id, i.file_name as name from imports i
     where i.deleted_at is null and i.created > 0 and ($1 = 'account'
       or i.user_id in (select descendant_id from user_tree where ancestor_id = $2)) order by i.id desc`,
    MOST_FILES,
  )} as imports,
  ${list(`select u.id::text as id, btrim(u.first_name || ' ' || u.last_name) as name from users u
    where u.active and u.id <> $2 and ($1 = 'account' or ($1 = 'businessUnit' and u.business_unit_id = $3)
      or u.id in (select descendant_id from user_tree where ancestor_id = $2)) order by u.sort_key, u.id`)} as owners`;

/** All names that one person may choose among, in one statement. */
export async function findAgencyWords(
  tx: Tx,
  { reach, userId, businessUnitId }: { reach: Reach; userId: number; businessUnitId: number },
): Promise<Words> {
  const [row] = await tx.prepared<{ [Name in keyof Words]: Choice[] }>(WORDS, [reach, userId, businessUnitId]);
  if (row === undefined) throw new Error('the words of the account have no row');
  return row;
}
