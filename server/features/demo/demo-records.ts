import type { Prescription } from '#contract/records/rx-details.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import { blindIndexer, unitSeal } from '../records/data-keys.ts';
import { rxOwner, writeRxWords } from '../records/rx-words.ts';
import { numberOwner } from '../records/sealed-fields.service.ts';
import { securityOwner } from '../records/securities.ts';
import {
  actInAccount,
  type DemoClient,
  findDemoClients,
  insertDemoCaptures,
  insertDemoMedicare,
  insertDemoNumbers,
  insertDemoPolicies,
  insertDemoRx,
  insertDemoSecurities,
} from './demo-records.sql.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const CARRIERS = ['Humana', 'Aetna', 'Mutual of Omaha', 'UnitedHealthcare', 'Cigna', 'Devoted Health', 'WellCare'];
const PLANS = [
  { type: 'medicare_advantage', plan: 'Gold Plus HMO', cents: [0, 4_500], face: false },
  { type: 'medicare_supplement', plan: 'Plan G', cents: [11_500, 19_000], face: false },
  { type: 'part_d', plan: 'Value Rx', cents: [1_200, 6_800], face: false },
  { type: 'final_expense', plan: 'Living Promise', cents: [3_500, 9_900], face: true },
  { type: 'life', plan: 'Term 20', cents: [2_500, 14_000], face: true },
  { type: 'dental_vision', plan: 'Dental Savings Plus', cents: [1_900, 5_400], face: false },
] as const;
const COMPANIES = ['Allianz', 'Athene', 'Fidelity', 'Nationwide', 'Corebridge'];
const DRUGS = [
  ['Lisinopril', '10 mg', 'daily', '30'],
  ['Metformin', '500 mg', 'twice a day', '60'],
  ['Atorvastatin', '20 mg', 'at night', '30'],
  ['Eliquis', '5 mg', 'twice a day', '60'],
  ['Levothyroxine', '75 mcg', 'in the morning', '30'],
] as const;
const LETTERS = Array.from('ACDEFGHJKMNPQRTUVWXY');

const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/**
 * Child records of the demo's clients: policies, annuities, prescriptions, Medicare and encrypted numbers. Without
 * keys, everything but the encrypted ones.
 */
export async function insertDemoRecords(
  tx: Tx,
  accountId: number,
  { seed, now, seal }: { seed: number; now: Date; seal: Seal | null },
): Promise<void> {
  const random = seededRandom(seed);
  const clients = await findDemoClients(tx, accountId, now);
  const year = now.getUTCFullYear();
  await insertDemoPolicies(
    tx,
    clients.flatMap((client) => policiesOf(client, random, year)),
  );
  await insertDemoMedicare(
    tx,
    clients.flatMap((client) => medicareOf(client, random)),
    now,
  );
  await insertDemoCaptures(
    tx,
    clients.filter(() => random.chance(0.3)).map((client) => capturesOf(client, random)),
  );
  if (seal !== null) await insertSealed(tx, { clients, accountId, random, seal, year });
}

function policiesOf({ id, account_id, last_name }: DemoClient, random: SeededRandom, year: number) {
  return Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => {
    const { type, plan, cents, face } = random.pick(PLANS);
    const [least, most] = cents;
    return {
      account_id,
      contact_id: id,
      carrier: random.pick(CARRIERS),
      plan_name: plan,
      policy_number: `${random.pick(LETTERS)}${random.pick(LETTERS)}${pad(random.below(10_000_000), 7)}`,
      type,
      status: random.chance(0.8) ? 'active' : random.pick(['quoted', 'applied', 'lapsed', 'cancelled']),
      premium_cents: least + random.below(most - least),
      face_amount_cents: face ? (5 + random.below(40)) * 100_000 : null,
      effective_on: `${year - random.below(6)}-${pad(1 + random.below(12))}-01`,
      beneficiary: face ? `${random.pick(['Spouse', 'Daughter', 'Son'])}, ${last_name}` : '',
    };
  });
}

/** Parts begin in the month of the 65th birthday. */
function medicareOf({ id, account_id, turns_65 }: DemoClient, random: SeededRandom) {
  if (turns_65 === null) return [];
  return [{ contact_id: id, account_id, part_on: turns_65, plan_name: random.chance(0.5) ? 'Original Medicare' : '' }];
}

const capturesOf = ({ id, account_id }: DemoClient, random: SeededRandom) => ({
  contact_id: id,
  account_id,
  captures: [
    { label: 'Best time to call', value: random.pick(['Mornings', 'After 5 PM', 'Weekends']) },
    { label: 'Tobacco', value: random.chance(0.2) ? 'Yes' : 'No' },
    { label: 'Doctor', value: random.pick(['Dr. Ortiz', 'Dr. Nguyen', 'Dr. Patel']) },
  ],
});

interface ToSeal {
  readonly clients: readonly DemoClient[];
  readonly accountId: number;
  readonly random: SeededRandom;
  readonly seal: Seal;
  readonly year: number;
}

async function insertSealed(tx: Tx, { clients, accountId, random, seal, year }: ToSeal): Promise<void> {
  await actInAccount(tx, accountId);
  const indexOf = await blindIndexer(tx, seal);
  const seals = new Map<number, Pick<Seal, 'seal'>>();
  for (const unit of new Set(clients.map(({ business_unit_id }) => business_unit_id))) {
    seals.set(unit, await unitSeal(tx, seal, unit));
  }
  const sealed = ({ business_unit_id: unit }: DemoClient, text: string, owner: string): Buffer => {
    const own = seals.get(unit);
    if (own === undefined) throw new Error('a demo client is in no business unit');
    return own.seal(text, owner);
  };

  const numbers = clients
    .filter(({ turns_65 }) => turns_65 !== null && random.chance(0.4))
    .map((client) => {
      const number = medicareNumber(random);
      const owner = numberOwner(client.id, 'medicare_number');
      return { client, sealed: sealed(client, number, owner), blind: indexOf('medicare_number', number) };
    });
  await insertDemoNumbers(tx, accountId, numbers);

  const takers = clients.filter(() => random.chance(0.15));
  const lists = takers.map((client) => ({ client, contactId: client.id, prescriptions: prescriptions(random) }));
  const rows = lists.map(({ client, prescriptions: taken }) => ({
    client,
    sealed: sealed(client, JSON.stringify(taken), rxOwner(client.id)),
  }));
  await insertDemoRx(tx, accountId, rows);
  await writeRxWords(tx, seal, lists);

  const savers = clients.filter(() => random.chance(0.1));
  await insertDemoSecurities(tx, savers, {
    row: ({ id, account_id }) => ({
      account_id,
      contact_id: id,
      company: random.pick(COMPANIES),
      kind: random.pick(['fixed_annuity', 'indexed_annuity', 'ira', 'brokerage']),
      value_cents: (20 + random.below(400)) * 100_000,
      purchased_on: `${year - 1 - random.below(8)}-${pad(1 + random.below(12))}-15`,
      matures_on: `${year + 1 + random.below(9)}-${pad(1 + random.below(12))}-15`,
      qualified: random.chance(0.5),
    }),
    number: (client, securityId) => sealed(client, pad(random.below(1_000_000_000), 10), securityOwner(securityId)),
  });
}

const medicareNumber = (random: SeededRandom): string => {
  const letter = () => random.pick(LETTERS);
  const digit = () => String(random.below(10));
  const head = `${1 + random.below(9)}${letter()}${letter()}${digit()}`;
  return `${head}${letter()}${letter()}${digit()}${letter()}${letter()}${digit()}${digit()}`;
};

const prescriptions = (random: SeededRandom): Prescription[] =>
  DRUGS.filter(() => random.chance(0.5)).map(([drug, dosage, frequency, quantity]) => ({
    drug,
    dosage,
    frequency,
    quantity,
    pharmacy: 'Harbor Pharmacy',
    prescriber: 'Dr. Ortiz',
    notes: '',
  }));
