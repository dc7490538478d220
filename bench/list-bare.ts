// Baseline for the list: Fastify and pg with nothing around them. The same session lookup, the same transaction as the
// restricted role, the same 25 rows with their relations. Runs as a child of list.ts.
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { createPool } from '../server/db/pool.ts';

const FIND_SESSION = {
  name: 'session',
  text: 'select session_id, account_id, user_id, roles, expires_at, ended_at, whole from find_session($1, $2)',
};

const PLACE = 'order by c.sort_key, c.id limit 26';

/**
 * The page first, then related data of its rows: this keeps the prepared plan, where an inner join would be planned
 * each time.
 */
const rowsOf = (condition: string) => `
  select c.id, c.number, c.first_name, c.last_name, c.phone, c.email, c.city, c.state, c.type, c.created_at,
         c.last_touch_at, c.deleted_at, c.sort_key, c.owner_id, u.first_name || ' ' || u.last_name as owner_name,
         case when c.tag_ids <> '{}' then (
           select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name))
           from tags t where t.id = any(c.tag_ids)) end as tags
  from (select * from contacts c where c.deleted_at is null ${condition} ${PLACE}) c join users u on u.id = c.owner_id
  ${PLACE}`;
const STATEMENTS = {
  mine: rowsOf('and c.owner_id = $1'),
  mineBehind: rowsOf('and c.owner_id = $1 and (c.sort_key, c.id) > ($2, $3)'),
  all: rowsOf(''),
  allBehind: rowsOf('and (c.sort_key, c.id) > ($1, $2)'),
};
const ILIKE = rowsOf('and c.search_text ilike $1');

interface Ask {
  group: 'mine' | 'all';
  behind: [string, number] | null;
  /** A part of the text, looked for with ILIKE and counted. */
  part: string | null;
}

const pool = createPool({ url: process.env['DATABASE_URL'] ?? '', role: 'bellwether_app', max: 16 });
const app = Fastify();

app.patch('/', async (request, reply) => {
  const token = (request.headers.cookie ?? '').slice('token='.length);
  const hash = createHash('sha256').update(token).digest();
  const { rows: sessions } = await pool.query({ ...FIND_SESSION, values: [hash, request.ip] });
  const session = sessions[0] as { account_id: number; user_id: number } | undefined;
  if (session === undefined) return reply.code(401).send({});
  const { group, behind, part } = request.body as Ask;

  const client = await pool.connect();
  try {
    await client.query(`begin; set local app.account_id = '${session.account_id}'`);
    if (part !== null) {
      const { rows } = await client.query(ILIKE, [part]);
      const text = 'select count(*) as total from contacts c where c.deleted_at is null and c.search_text ilike $1';
      const counted = await client.query<{ total: number }>(text, [part]);
      await client.query('commit');
      return { data: rows, meta: { total_count: counted.rows[0]?.total } };
    }
    const name = behind === null ? group : (`${group}Behind` as const);
    const values = [...(group === 'mine' ? [session.user_id] : []), ...(behind ?? [])];
    const { rows } = await client.query<{ id: number; sort_key: string }>({ name, text: STATEMENTS[name], values });
    await client.query('commit');
    const last = rows[24];
    return { data: rows.slice(0, 25), meta: { behind: last && [last.sort_key, last.id] } };
  } finally {
    client.release();
  }
});

const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
process.send?.({ type: 'ready', url });
