import { hash } from '@node-rs/argon2';
import type { Config } from '../../config.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Seal } from '../../seal.ts';
import { createPool } from '../../db/pool.ts';
import { type Tx, txOn } from '../../db/tx.ts';
import { DEMO_AGENCIES, DEMO_ASSIGNMENTS, DEMO_PASSWORD, type DemoAgency } from './demo-people.ts';
import { type DemoContact, demoHousehold } from './demo-contacts.ts';
import { insertDemoBroadcasts } from './demo-broadcasts.sql.ts';
import { insertDemoBulk } from './demo-bulk.sql.ts';
import { insertDemoLeads } from './demo-leads.sql.ts';
import { insertDemoLetters } from './demo-letters.sql.ts';
import { insertDemoConsents } from './demo-consents.sql.ts';
import { insertDemoDuplicates } from './demo-duplicates.sql.ts';
import { insertDemoExports } from './demo-exports.sql.ts';
import { insertDemoFiles } from './demo-files.ts';
import { insertDemoPhone } from './demo-phone.ts';
import { insertDemoTexts } from './demo-texts.sql.ts';
import { insertDemoImports } from './demo-imports.sql.ts';
import { switchOnForDemo } from './demo-flags.sql.ts';
import { insertDemoCorporations } from './demo-corporations.sql.ts';
import { insertDemoWebhooks } from './demo-webhooks.sql.ts';
import { insertDemoDomains } from './demo-domains.sql.ts';
import { insertDemoEvents } from './demo-events.sql.ts';
import { insertDemoPages } from './demo-pages.sql.ts';
import { insertDemoSoa } from './demo-soa.sql.ts';
import { insertDemoSettings } from './demo-settings.sql.ts';
import { insertDemoReports } from './demo-reports.sql.ts';
import { insertDemoSignups } from './demo-signups.sql.ts';
import { insertDemoTrainings } from './demo-trainings.sql.ts';
import { insertDemoWorkflows } from './demo-workflows.sql.ts';
import { insertDemoStore } from './demo-store.sql.ts';
import { insertDemoWallets } from './demo-wallets.sql.ts';
import { insertDemoPlans } from './demo-plans.sql.ts';
import { insertDemoNotifications } from './demo-notifications.sql.ts';
import { insertDemoTimeline } from './demo-timeline.sql.ts';
import { assignDemoAccounts, findAccounts, insertDemoAgency, insertDemoContacts, lockDemo } from './demo.sql.ts';
import { linkDemoCouples } from './demo-persons.sql.ts';
import { insertDemoRecords } from './demo-records.ts';
import { insertDemoReference, insertDemoViews } from './demo-reference.sql.ts';
import { seededRandom } from './seeded-random.ts';

/** Ours: a fixed number makes the same world each time. */
export const DEMO_SEED = 20_261_121;

interface LoadOptions {
  /** Absent means the time of this machine. */
  readonly now?: Date;
  /** Absent: skips encrypted data. */
  readonly seal?: Seal;
  /** Absent: files are left out. */
  readonly storage?: Storage;
  /** Takes a sentence on what is not done. */
  log?(sentence: string): void;
}

/**
 * Fills an empty database with the demo world, all or nothing. Does nothing if it exists, or if there are other
 * accounts: the demo's passwords are public.
 */
export async function loadDemoWorld(
  config: Pick<Config, 'databaseUrl'>,
  { now = new Date(), log = () => undefined, seal, storage }: LoadOptions = {},
): Promise<void> {
  const pool = createPool({ url: config.databaseUrl ?? '', role: 'bellwether_definer', max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const tx = txOn(client);
    await lockDemo(tx);
    const found = await findAccounts(tx);
    if (found === 'others') {
      log('The demo world is not loaded: this database holds other accounts. Set APP_ENV=production for them.');
    }
    if (found === 'none') {
      const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
      for (const [index, agency] of DEMO_AGENCIES.entries())
        await loadAgency(tx, agency, passwordHash, {
          seed: DEMO_SEED + index,
          now,
          seal: seal ?? null,
          storage: index === 0 ? (storage ?? null) : null,
        });
      for (const { username, accounts } of DEMO_ASSIGNMENTS) await assignDemoAccounts(tx, username, accounts);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
    await pool.end();
  }
}

interface Making {
  readonly seed: number;
  readonly now: Date;
  readonly seal: Seal | null;
  readonly storage: Storage | null;
}

async function loadAgency(tx: Tx, agency: DemoAgency, passwordHash: string, making: Making): Promise<void> {
  const { seed, now, storage } = making;
  const random = seededRandom(seed);
  const { accountId, owners } = await insertDemoAgency(tx, agency, passwordHash, now);
  await switchOnForDemo(tx, accountId);
  const lots = owners.flatMap((owner) => Array.from({ length: owner.share }, () => owner));

  const contacts: (DemoContact & { owner_id: number; business_unit_id: number })[] = [];
  while (contacts.length < agency.contacts) {
    const owner = random.pick(lots);
    const household = demoHousehold(random, now).map((contact) => ({
      ...contact,
      type: agency.contactType ?? contact.type,
      owner_id: owner.id,
      business_unit_id: owner.business_unit_id,
    }));
    contacts.push(...household.slice(0, agency.contacts - contacts.length));
  }
  const choices = await insertDemoReference(tx, accountId, agency.contactType === 'recruit');
  await insertDemoViews(tx, accountId);
  await insertDemoContacts(tx, accountId, contacts, random, { choices, now });
  await insertDemoLeads(tx, accountId, now);
  await linkDemoCouples(tx, accountId);
  await insertDemoDuplicates(tx, accountId);
  await insertDemoRecords(tx, accountId, making);
  await insertDemoTimeline(tx, accountId);
  await insertDemoImports(tx, accountId, now);
  await insertDemoConsents(tx, accountId, now);
  await insertDemoBulk(tx, accountId, now);
  await insertDemoLetters(tx, accountId, now);
  await insertDemoExports(tx, accountId, now);
  await insertDemoPlans(tx, accountId, agency, now);
  await insertDemoPhone(tx, accountId, agency, making);
  await insertDemoTexts(tx, accountId, agency, now);
  await insertDemoBroadcasts(tx, accountId, agency, now);
  await insertDemoWallets(tx, accountId, agency, making);
  await insertDemoStore(tx, accountId, agency, making);
  await insertDemoCorporations(tx, accountId, storage);
  await insertDemoTrainings(tx, accountId, { storage, now });
  await insertDemoWorkflows(tx, accountId, now);
  await insertDemoEvents(tx, accountId, now);
  // One agency owns a name.
  if (agency === DEMO_AGENCIES[0]) await insertDemoDomains(tx, accountId, now);
  await insertDemoSettings(tx, accountId, { storage, now });
  await insertDemoSignups(tx, accountId, agency, now);
  await insertDemoPages(tx, accountId, { storage, now });
  await insertDemoSoa(tx, accountId, making.seal, now);
  await insertDemoReports(tx, accountId, agency, now);
  await insertDemoNotifications(tx, accountId, now);
  await insertDemoWebhooks(tx, accountId, now);
  if (storage !== null) await insertDemoFiles(tx, accountId, { storage, now });
}
