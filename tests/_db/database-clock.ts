import { AHEAD_VARIABLE } from './test-clock.ts';

/** A `now()` that is found before PostgreSQL's own and tells the time of the tests; `clock_now()` is made of it. */
export const TEST_CLOCK = `
  create schema test_clock;
  grant usage on schema test_clock to public;
  create function test_clock.now() returns timestamptz language sql stable parallel safe as $$
    select pg_catalog.now() + make_interval(secs => coalesce(current_setting('test_clock.ahead_ms', true)::float8, 0) / 1000)
  $$`;

/** Makes connections to a database use that clock. Objects are still created in `public`. */
export const followTestClock = (database: string): string => `
  alter database ${database} set search_path = public, test_clock, pg_catalog;
  alter database ${database} set test_clock.ahead_ms = '${process.env[AHEAD_VARIABLE] ?? 0}'`;
