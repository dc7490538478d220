import type {
  DuplicateReason,
  DuplicateVerdict,
  FoundDuplicate,
  Lookalike,
  Merge,
  MergedField,
  MovedKind,
} from '#contract/duplicates.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { capital } from '#rules/words/capital.ts';
import { formatCount, formatCounted } from '../_kit/format/format-count.ts';

export const VERDICT_WORDS: Readonly<Record<DuplicateVerdict, string>> = {
  same: 'Same person',
  likely: 'Possibly the same person',
  household: 'One household',
};

const REASON_WORDS: Readonly<Record<DuplicateReason, string>> = {
  same_name: 'same name',
  similar_name: 'similar name',
  same_phone: 'same phone',
  same_email: 'same e-mail',
  same_dob: 'same birth date',
  same_address: 'same address',
  other_first_name: 'different first name',
  other_last_name: 'different last name',
  other_dob: 'different birth date',
};

/** "same phone, same birth date, but another first name" */
export function reasonWords(reasons: readonly DuplicateReason[]): string {
  const [against, speaking] = [true, false].map((isAgainst) =>
    reasons.filter((reason) => reason.startsWith('other_') === isAgainst).map((reason) => REASON_WORDS[reason]),
  );
  const but = against && against.length > 0 ? [`but ${against.join(' and ')}`] : [];
  return [...(speaking ?? []), ...but].join(', ');
}

/** "Similar name, same phone." */
export const reasonSentence = (reasons: readonly DuplicateReason[]): string =>
  reasons.length === 0 ? '' : `${capital(reasonWords(reasons))}.`;

type Named = Pick<Lookalike, 'number' | 'first_name' | 'last_name' | 'email' | 'phone'>;

/** Name as spoken: "Maria Garza". */
export function nameOf({ number, first_name, last_name, email, phone }: Named): string {
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return name || email || (phone ? formatPhone(phone) : `Contact ${number}`);
}

/** Text that distinguishes a contact from the others: its name, with its number where names repeat. */
export const distinctName = (contact: Named, all: readonly Named[]): string =>
  all.filter((other) => nameOf(other) === nameOf(contact)).length > 1
    ? `${nameOf(contact)} (${contact.number})`
    : nameOf(contact);

/** "Looks like Maria Garza, San Antonio (same phone)", "Lives with Maria Garza, San Antonio (same address)" */
export function hintWords({ contact, verdict, reasons }: FoundDuplicate): string {
  const start = { same: 'Looks like', likely: 'May be', household: 'Lives with' }[verdict];
  const who = [nameOf(contact), contact.city].filter(Boolean).join(', ');
  return `${start} ${who}${reasons.length > 0 ? ` (${reasonWords(reasons)})` : ''}`;
}

export const FIELD_WORDS: Readonly<Record<MergedField, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  phone_type: 'Phone type',
  phone_2: 'Phone 2',
  phone_2_type: 'Phone 2 type',
  phone_ext: 'Extension',
  phone_2_ext: 'Phone 2 extension',
  email: 'E-mail',
  email_2: 'E-mail 2',
  company: 'Company',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
  dob: 'Date of birth',
  gender: 'Gender',
  language: 'Preferred language',
  type: 'Type',
  category: 'Category',
  source: 'Source',
  owner_id: 'Owner',
  pool_id: 'Pool',
  group_id: 'Group',
  status_id: 'Status',
  agentflow_status_id: 'Agentflow',
  api_vendor_id: 'Vendor',
  linked_contact_id: 'Linked contact',
  follow_up_on: 'Follow-up',
  follow_up_time: 'Follow-up time',
  follow_up_note: 'Follow-up about',
  died_on: 'Died on',
};

const MOVED_WORDS: Readonly<Record<MovedKind, readonly [one: string, many: string]>> = {
  notes: ['note', 'notes'],
  files: ['file', 'files'],
  policies: ['policy', 'policies'],
  securities: ['security', 'securities'],
  emails: ['e-mail', 'e-mails'],
  activities: ['activity', 'activities'],
  calls: ['call', 'calls'],
  texts: ['text', 'texts'],
  workflow_logs: ['workflow step', 'workflow steps'],
  rx_details: ['prescription list', 'prescription lists'],
  data_captures: ['custom field', 'custom fields'],
  sealed_fields: ['sensitive number', 'sensitive numbers'],
  medicare_facts: ['Medicare record', 'Medicare records'],
  tags: ['tag', 'tags'],
  favorites: ['favorite', 'favorites'],
  links: ['linked contact', 'linked contacts'],
  consents: ['consent', 'consents'],
};

/** "3 notes" */
export const movedWords = (kind: MovedKind, count: number): string => formatCounted(count, ...MOVED_WORDS[kind]);

/** Changes by someone else during the preview of a merge. */
export const changeWords = (fields: readonly MergedField[]): string =>
  fields.length === 0
    ? 'Someone else changed one of these contacts'
    : `Someone else changed: ${fields.map((field) => FIELD_WORDS[field].toLowerCase()).join(', ')}`;

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

interface Person {
  readonly name: string;
  readonly number: number;
}

/** "Maria Garza and Mary Garza", with the number where `among` has the name twice. */
export const namesOf = (people: readonly Person[], among: readonly Person[] = people): string =>
  listed(
    people.map(({ name, number }) => {
      if (name === '') return `Contact ${number}`;
      return among.filter((other) => other.name === name).length > 1 ? `${name} (${number})` : name;
    }),
  );

/** Merged contacts and the survivor, with distinguishing names. */
export function partsOf({ survivor, merged }: Merge): { readonly survivor: string; readonly merged: string } {
  const all = [survivor, ...merged];
  return { survivor: namesOf([survivor], all), merged: namesOf(merged, all) };
}

/** "Mary Garza merged into Maria Garza" */
export function mergedWords(merge: Merge): string {
  const { survivor, merged } = partsOf(merge);
  return `${merged} merged into ${survivor}`;
}

/** "Maria Garza and Mary Garza are 2 contacts again" */
export const apartWords = ({ survivor, merged }: Merge): string =>
  `${namesOf([survivor, ...merged])} are ${formatCount(merged.length + 1)} contacts again`;

export const keptWords = (kept: readonly string[]): string =>
  kept.length === 1 ? "1 item couldn't be restored" : `${formatCount(kept.length)} items couldn't be restored`;

/** "You can't merge them: only for administrators." */
export const mergeWhyNot = (reason: string): string =>
  `You can't merge these contacts: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
