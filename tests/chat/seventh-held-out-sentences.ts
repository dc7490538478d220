/**
 * Used only by the benchmark: written from the fields of the product before its rules were read. Policies,
 * prescriptions, counties and notes beside what a list has always filtered by, typed and dictated.
 */
import { between, by, chosen, type ContactSentence, empty, INSULINS, rx } from './agency-words.ts';

const POLICIES: readonly ContactSentence[] = [
  {
    said: 'people with a Humana policy',
    scope: { search: [by('policy_carrier', 'Humana', 'contains')] },
    parts: { policy_carrier: 'Humana policy' },
  },
  {
    said: 'my Aetna clients in Ohio',
    scope: { search: [by('policy_carrier', 'Aetna', 'contains'), by('state', 'OH')], type: 'client' },
    parts: { policy_carrier: 'Aetna' },
  },
  {
    said: 'whose plan is effective before March',
    scope: { search: [by('policy_effective_on', '2027-03-01', 'before')] },
    parts: { policy_effective_on: 'effective before March' },
  },
  {
    said: 'clients paying a premium over $100',
    scope: { search: [by('policy_premium', '100', 'over')], type: 'client' },
    parts: { policy_premium: 'premium over $100' },
  },
  {
    said: 'anyone with a premium under 50 bucks a month',
    scope: { search: [by('policy_premium', '50', 'under')] },
    parts: { policy_premium: 'premium under 50 bucks a month' },
  },
  {
    said: 'policies that end this month',
    scope: { search: between('policy_expires_on', '2026-10-31', '2026-12-01') },
    parts: { policy_expires_on: 'policies that end this month' },
  },
  {
    said: 'clients without a policy',
    scope: { search: [empty('policy_type')], type: 'client' },
    parts: { policy_type: 'without a policy' },
  },
  {
    said: 'leads with no policies on file',
    scope: { search: [empty('policy_type')], type: 'lead' },
    parts: { policy_type: 'no policies' },
  },
  {
    said: 'everyone with a lapsed policy in Florida',
    scope: { search: [by('policy_status', 'lapsed'), by('state', 'FL')] },
    parts: { policy_status: 'lapsed policy' },
  },
  {
    said: 'med supp clients with Mutual of Omaha',
    scope: {
      search: [by('policy_type', 'medicare_supplement'), by('policy_carrier', 'Mutual of Omaha', 'contains')],
      type: 'client',
    },
    parts: { policy_type: 'med supp', policy_carrier: 'with Mutual of Omaha' },
  },
  {
    said: 'who has a Medicare Advantage plan starting January 1',
    scope: { search: [by('policy_type', 'medicare_advantage'), by('policy_effective_on', '2027-01-01')] },
    parts: { policy_type: 'Medicare Advantage plan', policy_effective_on: 'starting January 1' },
  },
  {
    said: 'active Cigna policies',
    scope: { search: [by('policy_status', 'active'), by('policy_carrier', 'Cigna', 'contains')] },
    parts: { policy_status: 'active Cigna policies', policy_carrier: 'Cigna' },
  },
  {
    said: 'clients with a final expense policy over 80',
    scope: { search: [by('policy_type', 'final_expense'), by('dob', '1945-11-22', 'before')], type: 'client' },
    parts: { policy_type: 'final expense policy', dob: 'over 80' },
  },
  {
    said: 'folks on a Part D plan with UnitedHealthcare',
    scope: { search: [by('policy_type', 'part_d'), by('policy_carrier', 'UnitedHealthcare', 'contains')] },
    parts: { policy_type: 'Part D plan', policy_carrier: 'with UnitedHealthcare' },
  },
  {
    said: 'Humana or Aetna policyholders in San Antonio',
    scope: { search: [by('policy_carrier', ['Humana', 'Aetna'], 'contains'), by('city', 'San Antonio')] },
    parts: { policy_carrier: 'Humana or Aetna policyholders' },
  },
  {
    said: 'clients who do not have a dental policy',
    scope: { search: [by('policy_type', 'dental_vision', 'not')], type: 'client' },
    parts: { policy_type: 'do not have a dental policy' },
  },
  {
    said: 'annuity policies expiring in the next 90 days',
    scope: { search: [by('policy_type', 'annuity'), ...between('policy_expires_on', '2026-11-20', '2027-02-20')] },
    parts: { policy_type: 'annuity policies', policy_expires_on: 'expiring in the next 90 days' },
  },
  {
    said: 'people whose policy started this year',
    scope: { search: between('policy_effective_on', '2025-12-31', '2027-01-01') },
    parts: { policy_effective_on: 'policy started this year' },
  },
  {
    said: 'clients whose Humana plan ends December 31',
    scope: {
      search: [by('policy_carrier', 'Humana', 'contains'), by('policy_expires_on', '2026-12-31')],
      type: 'client',
    },
    parts: { policy_carrier: 'Humana plan', policy_expires_on: 'ends December 31' },
  },
  {
    said: 'premium between 100 and 200 in Texas',
    scope: {
      search: [by('policy_premium', '99.99', 'over'), by('policy_premium', '200.01', 'under'), by('state', 'TX')],
    },
    parts: { policy_premium: 'premium between 100 and 200' },
  },
  { said: 'clients whose rate increased this year', scope: { type: 'client' }, asks: ['rate increased this year'] },
];

const PRESCRIPTIONS: readonly ContactSentence[] = [
  { said: 'everyone taking metformin', scope: { search: [rx('metformin')] } },
  { said: 'people on insulin or Eliquis', scope: { search: [rx([...INSULINS, 'Eliquis'])] } },
  {
    said: 'clients in Tampa who take Ozempic',
    scope: { search: [by('city', 'Tampa'), rx('Ozempic')], type: 'client' },
  },
  { said: 'clients with no prescriptions listed', scope: { search: [rx('', 'empty')], type: 'client' } },
  { said: "anybody who's prescribed Xarelto", scope: { search: [rx('Xarelto')] } },
  { said: 'people who see Dr Patel', scope: {}, asks: ['see Dr Patel'] },
];

const COUNTIES: readonly ContactSentence[] = [
  { said: 'clients in Travis County', scope: { search: [by('county', 'Travis County, TX')], type: 'client' } },
  {
    said: 'leads over 65 in Maricopa county',
    scope: { search: [by('dob', '1960-11-22', 'before'), by('county', 'Maricopa County, AZ')], type: 'lead' },
    parts: { dob: 'over 65' },
  },
  {
    said: 'hot leads in the county of San Diego',
    scope: { search: [chosen('tag', 'hot'), by('county', 'San Diego County, CA')], type: 'lead' },
  },
];

const NOTES: readonly ContactSentence[] = [
  {
    said: 'people who mention knee surgery in their notes',
    scope: { search: [by('note', 'knee surgery', 'contains')] },
    parts: { note: 'mention knee surgery in their notes' },
  },
  {
    said: 'clients with a note about a hearing aid',
    scope: { search: [by('note', 'hearing aid', 'contains')], type: 'client' },
    parts: { note: 'note about a hearing aid' },
  },
  {
    said: 'notes that say "call after 5"',
    scope: { search: [by('note', 'call after 5', 'contains')] },
    parts: { note: 'notes that say "call after 5"' },
  },
  {
    said: 'leads with no notes',
    scope: { search: [empty('note')], type: 'lead' },
    parts: { note: 'no notes' },
  },
  {
    said: 'Houston clients whose notes mention grandkids',
    scope: { search: [by('city', 'Houston'), by('note', 'grandkids', 'contains')], type: 'client' },
    parts: { note: 'notes mention grandkids' },
  },
  { said: 'who did I write a note on yesterday', scope: {}, asks: ['write a note on yesterday'] },
];

const PEOPLE: readonly ContactSentence[] = [
  { said: 'miss Henrietta Vance', scope: { q: 'Henrietta Vance', forgiving: true }, parts: { q: 'Henrietta Vance' } },
  { said: 'find Dr. Okafor', scope: { q: 'Okafor', forgiving: true }, parts: { q: 'Dr. Okafor' } },
  { said: 'mrs Delgado in Laredo', scope: { search: [by('city', 'Laredo')], q: 'Delgado', forgiving: true } },
  { said: '(813) 555-0144', scope: { q: '813-555-0144' } },
  {
    said: 'clients named Smith',
    scope: { type: 'client', q: 'Smith', forgiving: true },
  },
  { said: 'zip 33602', scope: { search: [by('zip_code', '33602')] } },
  { said: 'widows in Savannah', scope: { search: [by('city', 'Savannah')] }, asks: ['widows'] },
];

const CALLS: readonly ContactSentence[] = [
  {
    said: 'leads I never called',
    scope: { search: [empty('last_call_at')], type: 'lead' },
    parts: { last_call_at: 'never called' },
  },
  {
    said: 'clients not contacted in 6 months',
    scope: { search: [by('last_touch_at', '2026-05-21', 'not_since')], type: 'client' },
    parts: { last_touch_at: 'not contacted in 6 months' },
  },
  { said: 'who left me a voicemail', scope: {}, asks: ['left me a voicemail'] },
  { said: 'leads I have to call back', scope: { type: 'lead' }, asks: ['have to call back'] },
  {
    said: 'overdue follow-ups in Georgia',
    scope: { search: [by('follow_up_on', '2026-11-21', 'before'), by('state', 'GA')] },
    parts: { follow_up_on: 'overdue follow-ups' },
  },
  {
    said: 'who should I follow up with tomorrow',
    scope: { search: [by('follow_up_on', '2026-11-22')] },
    parts: { follow_up_on: 'follow up with tomorrow' },
  },
];

const CHOICES: readonly ContactSentence[] = [
  {
    said: 'T65 leads from Facebook',
    scope: { search: [chosen('tag', 'turning 65'), by('source', 'Facebook')], type: 'lead' },
    parts: { tag: 'T65', source: 'Facebook' },
  },
  {
    said: 'Spanish speaking women in Miami',
    scope: { search: [by('language', 'spanish'), by('gender', 'female'), by('city', 'Miami')] },
  },
  {
    said: 'clients who turn 65 in February',
    scope: { search: between('dob', '1962-01-31', '1962-03-01'), type: 'client' },
  },
  {
    said: 'everyone in Alabama except Mobile',
    scope: { search: [by('state', 'AL'), by('city', 'Mobile', 'not')] },
    parts: { city: 'except Mobile' },
  },
  {
    said: 'VIP clients that are not tagged do not mail',
    scope: { search: [chosen('tag', 'VIP'), chosen('tag', 'do not mail', 'not')], type: 'client' },
  },
  {
    said: "Priya's quoted leads",
    scope: {
      search: [chosen('owner', 'Priya Raman'), chosen('status', 'Quoted')],
      type: 'lead',
      contact_group: 'all_agents',
    },
  },
  {
    said: 'leads added since Monday',
    scope: { search: [by('created_at', '2026-11-15', 'after')], type: 'lead' },
    parts: { created_at: 'added since Monday' },
  },
  { said: 'birthdays in March', scope: { search: [by('birth_month', '3')] } },
  {
    said: 'clients with an email but no phone number',
    scope: { search: [by('email', '', 'not_empty'), empty('phone')], type: 'client' },
  },
  { said: 'seniors in Baton Rouge', scope: { search: [by('city', 'Baton Rouge')] }, asks: ['seniors'] },
  {
    said: 'text all the hot leads about AEP',
    scope: { search: [chosen('tag', 'hot')], type: 'lead' },
    asks: ['text', 'about AEP'],
  },
];

/** Sixty sentences with what each must become. */
export const SEVENTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...POLICIES,
  ...PRESCRIPTIONS,
  ...COUNTIES,
  ...NOTES,
  ...PEOPLE,
  ...CALLS,
  ...CHOICES,
];
