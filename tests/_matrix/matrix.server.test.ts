import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canariesIn } from './canaries.ts';
import type { Findings } from './cells.ts';
import { type MatrixWorld, openMatrixWorld } from './matrix-world.ts';
import { NEVER_THROUGH } from './oracle.ts';
import { makeForeignThings, runMatrix } from './run-matrix.ts';
import { openStock, type Stock } from './stock.ts';
import { hashesOf, tenantTables, textOf } from './tenant-rows.ts';

/** Tables whose rows have no words of people, each with what they hold instead. */
const WORDLESS: Readonly<Record<string, string>> = {
  account_assignments: 'Ids.',
  aftercares: 'Ids, days and words of the contract.',
  api_requests: 'Paths, ids and forms of values, never a text.',
  applications: 'Ids and words of the contract.',
  audit_chain: 'Ids and hashes, once they are sealed.',
  audit_heads: 'Hashes and signatures, once they are sealed.',
  billing_operations: 'Ids, amounts and names of the provider.',
  bookings: 'Names and addresses of visitors, which no call answers with: tests/bookings/.',
  authorization_states: 'Sealed.',
  bulk_rows: 'Ids and words of the contract.',
  calendar_links: 'What both sides say of an event: the event itself is read.',
  call_rings: 'Ids and words of the contract.',
  campaign_files: 'Names of files, and their sizes.',
  chat_usage: 'Numbers.',
  contact_counts: 'Numbers.',
  contact_owner_changes: 'Ids and words of the contract.',
  calendar_settings: 'Minutes, and the hash of an address.',
  conversations: 'Ids, numbers and times.',
  corporation_files: 'Titles and links, read with their corporation by those who keep the list.',
  data_keys: 'Sealed keys.',
  dialer_licenses: 'Ids and minutes.',
  dialer_subscriptions: 'Ids and minutes.',
  domain_owners: 'Names of domains and times.',
  disputes: 'Numbers, and names that the provider and the ledger give.',
  duplicate_checks: 'Ids.',
  duplicate_dismissals: 'Ids.',
  duplicate_pairs: 'Ids and words of the contract.',
  email_images: 'Names of files, and their sizes.',
  events: 'Facts for sockets: tests/_matrix/cable.server.test.ts.',
  favorite_items: 'Ids.',
  feature_flags: 'Names of the contract.',
  help_tickets: 'No call answers with one; tests/help/ reads the mail.',
  idempotency_keys: 'Answers, which only their request gets again.',
  import_kept_rows: 'Ids and words of the contract.',
  import_throughput: 'Numbers.',
  ledger_accounts: 'Ids and amounts.',
  ledger_entries: 'Ids and amounts.',
  ledger_holds: 'Of running work, which tests/ledger/ makes.',
  mailer_assignment_rows: 'Ids.',
  max_plus_subscriptions: 'Ids and words of the contract.',
  memberships: 'Ids and words of the contract.',
  merge_rows: 'Ids and what rows were, which only the undo reads.',
  number_orders: 'Numbers, places and amounts.',
  number_registrations: 'Numbers, and reasons of the carrier.',
  outgoing_messages: 'Sealed, and with the embedded adapters there are none.',
  password_resets: 'Hashes.',
  phone_number_members: 'Ids.',
  plan_licenses: 'Ids and units.',
  plan_orders: 'Names of plans and amounts.',
  plan_subscriptions: 'Names of plans and amounts.',
  pool_holders: 'Ids.',
  quote_connections: 'Sealed, and with sample rates there are none.',
  received_mails: 'Until a job has read them: addresses of the agency, and where the bytes are.',
  recovery_codes: 'Hashes.',
  reconciliations: 'Numbers, and names that the provider and the ledger give.',
  replaced_tokens: 'Hashes.',
  report_results: 'Numbers, and labels of what a report counts.',
  report_schedules: 'Times, and reasons of the product’s own.',
  rx_details: 'Sealed.',
  rx_words: 'Hashes.',
  sample_remote_events: 'Of a simulated calendar: the events themselves are read.',
  sealed_fields: 'Sealed.',
  sending_domain_checks: 'What the DNS says of a domain.',
  sign_in_challenges: 'Hashes.',
  soa_events: 'Steps, addresses and browsers: tests/soa/.',
  subject_keys: 'Sealed keys.',
  suppressed_reach: 'Hashes, and words of the contract.',
  store_order_contacts: 'Ids.',
  user_files: 'Names of files, and their sizes.',
  streams: 'Names of streams: tests/_matrix/cable.server.test.ts.',
  text_registrations: 'One an account, which tests/registration/ makes.',
  training_progress: 'Ids and times.',
  transfer_chunks: 'Ids.',
  transfer_rows: 'Ids and words of the contract.',
  two_factors: 'Sealed seeds.',
  undone_versions: 'Ids and numbers.',
  usage_facts: 'Ids and numbers.',
  usage_plans: 'What the account sells to everyone in it.',
  user_tree: 'Ids.',
  wallet_settings: 'Ids and amounts.',
  wf_dry_run_contacts: 'Ids and times.',
  wf_occurrences: 'Ids and times.',
};

let world: MatrixWorld;
let stock: Stock;
let found: Findings;
let quiet: Record<string, string>;
let wordless: string[];

beforeAll(async () => {
  world = await openMatrixWorld();
  stock = openStock(world);
  await makeForeignThings(world, stock);
  quiet = await hashesOf(world.it.owner, world.accountOf.q);
  wordless = await tablesWithoutCanary();
  found = await runMatrix(world, stock);
}, 1_800_000);
afterAll(() => world.it.close());

/** From the account without actors: everything in it was created for requests. */
async function tablesWithoutCanary(): Promise<string[]> {
  const { owner } = world.it;
  const names: string[] = [];
  for (const table of await tenantTables(owner)) {
    if (canariesIn(await textOf(owner, table, world.accountOf.q)).length === 0) names.push(table);
  }
  return names;
}

describe('every endpoint, for every actor and relation', () => {
  test('answers as the contract, the rules and the kinds say', () => {
    expect(found.wrong).toEqual([]);
  });

  test('shows no one a row that they may not see', () => {
    expect([...new Set(found.foreign)]).toEqual([]);
  });

  test('does not tell what is out of reach from what does not exist', () => {
    expect(found.distinguishable).toEqual([]);
  });

  test('changes nothing for who may not', async () => {
    expect(await stock.tampered()).toEqual([]);
  });

  test('leaves every row of an account without actors unchanged', async () => {
    expect(await hashesOf(world.it.owner, world.accountOf.q)).toEqual(quiet);
  });

  test('mails and texts to the people of an account hold no words of another', async () => {
    const foreign: string[] = [];
    for (const [tenant, accountId] of Object.entries(world.accountOf)) {
      for (const table of ['outbox_mails', 'outbox_texts']) {
        const seen = canariesIn(await textOf(world.it.owner, table, accountId));
        foreign.push(
          ...seen
            .filter((one) => one.tenant !== tenant)
            .map((one) => `${table} of ${tenant}: ${one.tenant} ${one.owner}`),
        );
      }
    }

    expect(foreign).toEqual([]);
  });
});

describe('the matrix itself', () => {
  test('has more cells than endpoints and people', () => {
    expect(found.cells).toBeGreaterThan(world.it.app.bound.length * world.actors.length);
  });

  test('lets some actor through everywhere, so that refusals mean something', () => {
    const bound = world.it.app.bound.map(({ name }) => name);
    const never = bound.filter((name) => !found.through.has(name));

    expect(never.toSorted()).toEqual(bound.filter((name) => name in NEVER_THROUGH).toSorted());
  });

  test('has a canary in every table that holds words', () => {
    expect(wordless).toEqual(Object.keys(WORDLESS).toSorted());
  });
});
