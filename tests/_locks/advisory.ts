import { ADVISORY } from './wal-reader.ts';

/** Arguments of advisory locks, and how their key is written. */
const KEYS = [
  ['key bigint', 'key', 'key::text'],
  ['class int, key int', 'class, key', `class || ',' || key`],
] as const;

/** Name, mode and answer of the functions that lock until the transaction ends. */
const FUNCTIONS = [
  ['pg_advisory_xact_lock', 'update', 'void'],
  ['pg_advisory_xact_lock_shared', 'share', 'void'],
  ['pg_try_advisory_xact_lock', 'update', 'boolean'],
  ['pg_try_advisory_xact_lock_shared', 'share', 'boolean'],
] as const;

/**
 * Functions that are found before PostgreSQL's own and note an advisory lock in the write-ahead log, with the text that
 * names it. Functions that choose where they look are changed to call them.
 */
export const NOTE_ADVISORY_LOCKS = `
  create or replace function test_clock.note_advisory(mode text, waits text, key text, context text) returns void language sql as $$
    select pg_logical_emit_message(true, '${ADVISORY}', mode || '|' || waits || '|' || key || '|' ||
      left(regexp_replace(coalesce(substring(context from 'pg_(?:try_)?advisory_xact_lock[^(]*\\((.*)'), '?'), '\\s+', ' ', 'g'), 100))
  $$;
  ${FUNCTIONS.flatMap(([name, mode, answers]) =>
    KEYS.map(([declared, given, key]) => {
      const note = (waits: string) => `
        get diagnostics place = pg_context;
        perform test_clock.note_advisory('${mode}', '${waits}', ${key}, case when place ~ 'SQL (statement|expression)' then substring(place from E'SQL [a-z]+ "(.*)') else current_query() end);`;
      return answers === 'void'
        ? `create or replace function test_clock.${name}(${declared}) returns void language plpgsql as $$
             declare place text; begin perform pg_catalog.${name}(${given}); ${note('waits')} end $$;`
        : `create or replace function test_clock.${name}(${declared}) returns boolean language plpgsql as $$
             declare place text; begin if not pg_catalog.${name}(${given}) then return false; end if; ${note('tries')} return true; end $$;`;
    }),
  ).join('\n')}
  do $$ declare each record; begin
    for each in select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                where n.nspname = 'public' and p.prosrc ~ 'pg_(try_)?advisory_xact' and p.prosrc !~ 'test_clock' loop
      execute regexp_replace(each.text, '\\mpg_(try_)?advisory_xact', 'test_clock.pg_\\1advisory_xact', 'g');
    end loop;
  end $$;
`;
