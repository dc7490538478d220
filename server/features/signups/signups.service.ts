import type { Query } from '#contract/endpoint.ts';
import {
  type ManagedSignup,
  type MedicareRegistration,
  type Signup,
  type SignupChange,
  type SignupStatus,
  signups,
} from '#contract/signups.contract.ts';
import { type MedicareFacts, medicareNeeds, planYearOn } from '#rules/signups/medicare.ts';
import { LINE_WORDS } from '#rules/signups/words.ts';
import { dayIn } from '#rules/time/days.ts';
import { inOneTransaction } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { type CsvLines, MAX_CSV_LINES } from '../../http/download.ts';
import { createRow, listRows, pageRows, readRow, updateRow } from '../../resource/resource.service.ts';
import type { Caller, Stored } from '../../resource/table.ts';
import { type MedicareFilter, OWN_SIGNUP, SIGNUPS } from './signups.table.ts';

/** Where most US calendars turn first. */
const ZONE = 'America/New_York';

const NO_ANSWERS = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  npn: '',
  resident_state: '',
  licensed_states: [],
  lines: [],
};
const NO_SIGNUP: MedicareFacts = { status: 'draft', npn: '', licensed_states: [], lines: [], ahip_year: null };

const planYear = ({ now }: Pick<Deps, 'now'>): number => planYearOn(dayIn(ZONE, now()));

const textOf = (at: unknown): string | null => (at instanceof Date ? at.toISOString() : null);

function medicareOf(deps: Deps, facts: MedicareFacts, since: unknown): MedicareRegistration {
  const year = planYear(deps);
  const missing = [...medicareNeeds(facts, year)];
  const registered = missing.length === 0;
  return { registered, plan_year: year, since: registered ? textOf(since) : null, missing };
}

const factsOf = (row: Stored) => row as unknown as MedicareFacts;

/** A row as the contract has it. */
function managedOf(deps: Deps, row: Stored): ManagedSignup {
  const { medicare_since: since, ...answers } = row;
  return {
    ...answers,
    submitted_at: textOf(row['submitted_at']),
    updated_at: textOf(row['updated_at']),
    medicare: medicareOf(deps, factsOf(row), since),
  } as unknown as ManagedSignup;
}

function signupOf(deps: Deps, row: Stored): Signup {
  const { user: _user, ...signup } = managedOf(deps, row);
  return signup;
}

/** Filters as the table takes them. */
function filtersOf(deps: Deps, { medicare, ...query }: Query<typeof signups.file>) {
  if (medicare === undefined) return query;
  const wanted: MedicareFilter = { planYear: planYear(deps), registered: medicare === 'registered' };
  return { ...query, medicare: wanted };
}

export async function listSignups(deps: Deps, identity: Identity, query: Query<typeof signups.list>) {
  const page = await pageRows(deps, identity, SIGNUPS, filtersOf(deps, query));
  return { ...page, data: page.data.map((row) => managedOf(deps, row)) };
}

/** @throws {Refusal} `not_found` */
export const readSignup = async (deps: Deps, identity: Identity, id: number): Promise<ManagedSignup> =>
  managedOf(deps, await readRow(deps, identity, signups, SIGNUPS, id));

const ownRow = async (deps: Deps, identity: Identity): Promise<Stored | null> =>
  (await listRows(deps, identity, OWN_SIGNUP, {}))[0] ?? null;

export async function fetchSignup(deps: Deps, identity: Identity): Promise<Signup | null> {
  const row = await ownRow(deps, identity);
  return row === null ? null : signupOf(deps, row);
}

export async function medicareRegistered(deps: Deps, identity: Identity): Promise<MedicareRegistration> {
  const row = await ownRow(deps, identity);
  return row === null ? medicareOf(deps, NO_SIGNUP, null) : medicareOf(deps, factsOf(row), row['medicare_since']);
}

/** Begins the signup of the current user, or changes it. @throws {Refusal} `refused` by field. */
export const saveSignup = (deps: Deps, caller: Caller, { submit, ...answers }: SignupChange): Promise<Signup> =>
  inOneTransaction(deps.pool, caller.identity, async (tx) => {
    const { userId } = caller.identity;
    await tx.raw('select pg_advisory_xact_lock(hashtextextended($1, $2))', ['signup', userId]);
    const before = await ownRow(deps, caller.identity);
    const isSubmitted = before?.['status'] === 'submitted';
    const status: SignupStatus = 'submitted';
    const body = { ...answers, ...(submit === true && !isSubmitted && { status, submitted_at: deps.now() }) };
    const row =
      before === null
        ? await createRow(deps, caller, signups, OWN_SIGNUP, { ...NO_ANSWERS, ...body })
        : await updateRow(deps, caller, signups, OWN_SIGNUP, { id: before.id, body });
    return signupOf(deps, row);
  });

const HEAD = [
  'First name',
  'Last name',
  'Status',
  'E-mail',
  'Phone',
  'Address',
  'City',
  'State',
  'ZIP code',
  'NPN',
  'Resident state',
  'Licensed states',
  'Lines of business',
  'E&O carrier',
  'E&O policy number',
  'E&O expires',
  'Carriers',
  'AHIP plan year',
  'Registered for Medicare',
  'Heard from',
  'Upline',
  'Submitted',
];

const cellsOf = (row: ManagedSignup): readonly string[] => [
  row.first_name,
  row.last_name,
  row.status,
  row.email,
  row.phone,
  row.address,
  row.city,
  row.state,
  row.zip_code,
  row.npn,
  row.resident_state,
  row.licensed_states.join('; '),
  row.lines.map((one) => LINE_WORDS[one]).join('; '),
  row.eo_carrier,
  row.eo_policy_number,
  row.eo_expires_on ?? '',
  row.carriers.join('; '),
  row.ahip_year === null ? '' : String(row.ahip_year),
  row.medicare.registered ? 'yes' : 'no',
  row.heard_from,
  row.upline,
  row.submitted_at ?? '',
];

/** The signups that the list shows as CSV, in its order. */
export async function signupsFile(
  deps: Deps,
  identity: Identity,
  query: Query<typeof signups.file>,
): Promise<CsvLines> {
  const wanted = { ...filtersOf(deps, query), page: 1, limit: MAX_CSV_LINES };
  const { data } = await pageRows(deps, identity, SIGNUPS, wanted);
  return [HEAD, ...data.map((row) => cellsOf(managedOf(deps, row)))];
}
