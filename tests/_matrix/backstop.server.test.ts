import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { canariesIn } from './canaries.ts';
import { ask, cellsOf, noFindings } from './cells.ts';
import { type MatrixWorld, openMatrixWorld } from './matrix-world.ts';
import { recordStatements, replay, type Statement } from './recorded-sql.ts';
import { askedEndpoints, makeForeignThings } from './run-matrix.ts';
import { openStock } from './stock.ts';
import { tenantTables } from './tenant-rows.ts';

/** Functions that look across accounts on purpose, each with the reason why. */
const ACROSS: Readonly<Record<string, string>> = {
  account_delegates: 'People of other agencies whom an account lets in.',
  assigned_people: 'Users of accounts that are assigned to the caller.',
  end_stack: 'A stack of sessions may cross accounts.',
  end_stacks_of: 'A stack of sessions may cross accounts.',
  identity_stack: 'A stack of sessions may cross accounts.',
  names_of_people: 'Who acted in an account may come from another one.',
  push_session: 'A stack of sessions may cross accounts.',
};

/** Parts of statements that repeat values of the request, each with the reason why. */
const ECHOING: Readonly<Record<string, string>> = {
  'jsonb_to_recordset($2::jsonb) as v(kind text, value text)':
    'Which values of a person to erase no other contact of the account has.',
};

/** Tables without accounts, each with the reason why. */
const ACCOUNTLESS: Readonly<Record<string, string>> = {
  accounts: 'The accounts themselves, by their id.',
  audit_sealing: 'One row.',
  event_head: 'One number.',
  kysely_migration: 'The schema itself.',
  plans: 'The same for everybody.',
  schema_state: 'The schema itself.',
  sign_in_failures: 'Names and addresses that somebody tried.',
  sso_attempts: 'Nobody is known yet.',
};

/** Tables with rows that everyone reads and no one changes, each with the reason. */
const SHARED: Readonly<Record<string, string>> = { compliance_rules: 'The law is shipped for every account.' };
const SHARED_RULE =
  'PERMISSIVE ALL {bellwether_app} ((app_account_id() IS NOT NULL) AND ((account_id IS NULL) OR (account_id = app_account_id()))) (account_id = app_account_id())';

/** Times that one text is replayed, with other values. Ours. */
const SAMPLES = 3;

let world: MatrixWorld;
let tables: string[];
let statements: Statement[];

beforeAll(async () => {
  world = await openMatrixWorld();
  const stock = openStock(world);
  await makeForeignThings(world, stock);
  tables = await tenantTables(world.it.owner);
  const recorded = recordStatements(world.it.deps.pool);
  // An admin's statements have the account as their only bound.
  const actor = world.actors.find(({ name }) => name === 'admin');
  if (actor === undefined) throw new Error('there is no admin');
  for (const endpoint of askedEndpoints(world)) {
    for (const cell of cellsOf(endpoint, actor)) {
      if (cell.relation === null || cell.relation === 'own' || cell.relation === 'downline')
        await ask(world, stock, cell, noFindings());
    }
  }
  statements = sampled(recorded.filter(({ accountId }) => accountId === world.accountOf.x));
}, 180_000);
afterAll(() => world.it.close());

function sampled(all: readonly Statement[]): Statement[] {
  const times = new Map<string, number>();
  return all.filter(({ text }) => {
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    const isOwn = Object.keys(ECHOING).every((part) => !text.includes(part));
    return before < SAMPLES && isOwn && !Object.keys(ACROSS).some((name) => text.includes(`${name}(`));
  });
}

describe('row-level security', () => {
  test('is forced on every table of accounts, by one rule for the application', async () => {
    const { rows } = await world.it.owner.query<{ name: string; forced: boolean; rules: string[] }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
              array(select p.permissive || ' ' || p.cmd || ' ' || p.roles::text || ' ' || p.qual || ' ' || p.with_check
                    from pg_policies p where p.tablename = c.relname and p.roles <> '{bellwether_definer}' order by 1) as rules
       from pg_class c where c.relname = any($1) and c.relnamespace = 'public'::regnamespace order by 1`,
      [tables],
    );

    const rule = 'PERMISSIVE ALL {bellwether_app} (account_id = app_account_id()) (account_id = app_account_id())';
    const rulesOf = (name: string) => (name in SHARED ? SHARED_RULE : rule);
    expect(rows).toEqual(tables.map((name) => ({ name, forced: true, rules: [rulesOf(name)] })));
  });

  test('has no other table without a reason', async () => {
    const { rows } = await world.it.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id') order by 1`,
    );

    expect(rows.map(({ name }) => name)).toEqual(Object.keys(ACCOUNTLESS).toSorted());
  });

  test('is not left by the application: it owns nothing and cannot pass it over', async () => {
    const { rows } = await world.it.deps.pool.query(
      `select r.rolname, r.rolsuper, r.rolbypassrls, exists (select from pg_class c where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname = current_user`,
    );

    expect(rows).toEqual([{ rolname: 'bellwether_app', rolsuper: false, rolbypassrls: false, owns: false }]);
  });

  test('shows and changes no row of another account in any table', async () => {
    const { q, x } = world.accountOf;
    const seen: Record<string, unknown> = {};
    for (const table of tables) {
      const count = (text: string) =>
        withAccount(world.it.deps.pool, { accountId: q }, async (tx) => (await tx.raw(text)).length).catch(
          (error: Error) => error.message,
        );
      const found = [
        await count(`select 1 from ${table} where account_id = ${x}`),
        await count(`update ${table} set account_id = account_id where account_id = ${x} returning 1`),
        await count(`delete from ${table} where account_id = ${x} returning 1`),
      ];
      if (found.some((rows) => rows !== 0)) seen[table] = found;
    }

    // Rows that are added and never changed; a merge alone moves some to another contact.
    const added = [
      'audit_chain',
      'audit_heads',
      'audit_log',
      'compliance_rule_ends',
      'compliance_rules',
      'contact_consents',
      'contact_decisions',
      'ledger_accounts',
      'ledger_entries',
      'ledger_holds',
      'ledger_transfers',
      'mail_events',
      'number_consents',
      'soa_events',
      'soa_seals',
    ];
    const denied = (table: string) => `permission denied for table ${table}`;
    expect(seen).toEqual({
      ...Object.fromEntries(added.map((table) => [table, [0, denied(table), denied(table)]])),
      // Changed until it is sealed, and never deleted.
      soa_requests: [0, 0, denied('soa_requests')],
    });
  });
});

describe('the statements of the features, under another account', () => {
  test('are known: those of every feature have run', () => {
    expect(statements.length).toBeGreaterThan(100);
  });

  test('answer rows under their own account', async () => {
    const answers = [];
    for (const statement of statements)
      answers.push(await replay(world.it.deps.pool, world.accountOf.x, statement, tables));

    expect(answers.filter(({ answer }) => canariesIn(answer).length > 0).length).toBeGreaterThan(20);
    expect(answers.filter(({ changed }) => changed > 0).length).toBeGreaterThan(5);
  });

  test('answer no row and change none', async () => {
    const wrong: string[] = [];
    for (const statement of statements) {
      const { answer, changed } = await replay(world.it.deps.pool, world.accountOf.q, statement, tables);
      const foreign = canariesIn(answer).filter(({ tenant }) => tenant !== 'q');
      if (foreign.length > 0 || changed > 0)
        wrong.push(`${statement.text}: ${foreign.length} canaries, ${changed} rows`);
    }

    expect(wrong).toEqual([]);
  });
});
