import type { Cell } from './oracle.ts';
import { type KindName, kindOf } from './kinds.ts';
import { type Credentials, credentialsOf, type MatrixWorld, type Relation } from './matrix-world.ts';
import { RESTLESS } from './note-changed-people.ts';
import type { Thing } from './things.ts';

interface Kept {
  readonly thing: Thing;
  /** Its row as it was made. `null`: it has none. */
  readonly row: string | null;
  readonly said: string;
}

/** Things to request, kept until a permitted write has changed them. */
export interface Stock {
  take(cell: Pick<Cell, 'actor' | 'endpoint'>, kind: KindName, relation: Relation): Promise<Thing>;
  /** A session of its own for a write, one for all reads. */
  credentials(cell: Pick<Cell, 'actor' | 'endpoint' | 'window'>): Promise<Credentials>;
  /** Earlier requests may have ended the sessions for reads. */
  renewSessions(): void;
  /** A permitted write succeeded: its thing is restored, or not used again. */
  changed(cell: Cell, used: readonly Thing[]): Promise<void>;
  /** Things changed by a forbidden write. */
  tampered(): Promise<string[]>;
}

/** Stops the texts and sequences of a whole account that wait. */
const STOPS_SENDS = 'quietJobs';

export function openStock(world: MatrixWorld): Stock {
  const { owner } = world.it;
  const kept = new Map<string, Kept>();
  let columns: string | null = null;
  const sessions = new Map<string, Promise<Credentials>>();
  const keyOf = (cell: Pick<Cell, 'actor' | 'endpoint'>, kind: KindName, relation: Relation) =>
    [cell.actor.name, kind, relation, kindOf(kind).stateFor?.(cell.endpoint) ?? ''].join(' ');

  const rowOf = async ({ row }: Thing): Promise<string | null> => {
    if (row === null) return null;
    const { rows } = await owner.query<{ row: string }>(
      `select (to_jsonb(t) - ${RESTLESS})::text as row from ${row.table} t where id = $1`,
      [row.id],
    );
    return rows[0]?.row ?? null;
  };

  /** Restores those whom a trigger has seen change since. Returns true when a user was changed. */
  const restorePeople = async (all: readonly Kept[]): Promise<boolean> => {
    const ids = all.map(({ thing }) => thing.id);
    const { rows } = await owner.query<{ user_id: number }>({
      name: 'changed people',
      text: 'delete from notes.changed_people where user_id = any ($1::bigint[]) returning user_id',
      values: [ids],
    });
    const changed = new Set(rows.map(({ user_id }) => user_id));
    const people = all.filter(({ thing }) => changed.has(thing.id));
    if (people.length === 0) return false;
    columns ??= await columnsOfUsers(world);
    const { rowCount } = await owner.query({
      // Named, so that its sixty columns are planned once per connection.
      name: 'restore people',
      text: `update users u set (${columns}) = (select ${columns} from jsonb_populate_record(null::users, k.row))
       from unnest($1::bigint[], $2::jsonb[]) as k(id, row)
       where u.id = k.id and to_jsonb(u) - ${RESTLESS} <> k.row`,
      values: [people.map(({ thing }) => thing.id), people.map(({ row }) => row)],
    });
    return (rowCount ?? 0) > 0;
  };

  // No one acts in the account that is the other one of x.
  const isOfQuiet = (key: string): boolean =>
    key.includes(' otherAccount ') &&
    world.actors.some(({ name, tenant }) => tenant === 'x' && key.startsWith(`${name} `));

  return {
    take: async (cell, kind, relation) => {
      const key = keyOf(cell, kind, relation);
      const found = kept.get(key);
      if (found !== undefined) return found.thing;
      const state = kindOf(kind).stateFor?.(cell.endpoint) ?? '';
      const thing = await kindOf(kind).make(world, cell.actor, relation, state);
      kept.set(key, { thing, row: await rowOf(thing), said: key });
      return thing;
    },
    credentials: ({ actor, endpoint, window }) => {
      if (endpoint.effect === 'write') return credentialsOf(world, actor, window);
      const key = `${actor.name} ${window}`;
      const opened = sessions.get(key) ?? credentialsOf(world, actor, window);
      sessions.set(key, opened);
      return opened;
    },
    renewSessions: () => sessions.clear(),
    changed: async ({ actor, endpoint }, used) => {
      const own = [...kept.entries()].filter(([key]) => key.startsWith(`${actor.name} `));
      const people = own.filter(([, { thing }]) => thing.row?.table === 'users');
      const restored = await restorePeople(people.map(([, one]) => one));
      if (endpoint.name === STOPS_SENDS) {
        for (const key of kept.keys())
          if (/ (textMessage|enrollment|broadcast|workflowRun) /.test(key) && !isOfQuiet(key)) kept.delete(key);
      }
      // A changed user may lose sessions and keys; users who change themselves end theirs.
      const others = restored || endpoint.access === 'self';
      for (const [key, { thing }] of own) {
        // Rows in another account can't be changed by anyone here.
        if (key.includes(' otherAccount ') || thing.row?.table === 'users') continue;
        if (others || used.includes(thing)) kept.delete(key);
      }
    },
    tampered: async () => {
      const changed: string[] = [];
      // Sequential: thousands in parallel would exceed the pool's connection timeout.
      for (const { row, thing, said } of kept.values()) if ((await rowOf(thing)) !== row) changed.push(said);
      return changed;
    },
  };
}

/** Settable columns. */
async function columnsOfUsers({ it }: MatrixWorld): Promise<string> {
  const { rows } = await it.owner.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'public' and table_name = 'users' and is_generated = 'NEVER' and is_identity = 'NO'
       and column_name <> 'last_seen_at'`,
  );
  return rows[0]?.names ?? '';
}
