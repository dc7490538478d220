import type { ImportField } from '#contract/imports/rows.contract.ts';
import { KNOWN_SOURCES, type KnownSource } from './known-sources.ts';
import { birthColumns } from './birth-columns.ts';
import { consentColumns } from './consent-columns.ts';
import { policyColumns } from './policy-columns.ts';
import { toE164, withoutExtension } from '../phone/phone-number.ts';
import { parsePlainDate } from '../time/plain-date.ts';
import { readSealed } from '../insurance/sealed-numbers.ts';
import { isState } from '../places/us-states.ts';

export interface Suggestion {
  /** `null`: not imported. */
  readonly field: ImportField | null;
  /** 0 to 1; header and samples agree at 0.9 and above. */
  readonly confidence: number;
}

/** Headers as files write them, folded to letters and digits. Spaces separate the spellings. */
const SPELLINGS: Readonly<Partial<Record<ImportField, string>>> = {
  first_name: 'firstname first fname givenname forename nombre vorname prenom nombres fstname',
  last_name: 'lastname last lname surname familyname apellido apellidos nachname familienname nomdefamille nom lstname',
  full_name:
    'name fullname contact client insured member beneficiary nombrecompleto displayname nomcomplet vollstandigername nometprenom nombreyapellidos nombreyapellido',
  phone:
    'phone phonenumber mobile mobilephone mobilenumber cell cellphone cellnumber telephone telephonenumber tel primaryphone phone1 phone2 phoneno bestphone homephone workphone businessphone daytimephone dayphone eveningphone landline alternatephone altphone otherphone secondaryphone secondphone telefono celular movil telefon telefonnummer handy handynummer mobiltelefon portable ph phno mob',
  email:
    'email emailaddress mail primaryemail email1 email2 personalemail workemail otheremail secondaryemail alternateemail correo correoelectronico courriel adresseelectronique adressemail mel',
  address:
    'address street streetaddress address1 addressline1 street1 mailingaddress homeaddress residentialaddress physicaladdress permanentaddress direccion strasse anschrift adresse rue calle domicilio addr',
  address_2: 'address2 addressline2 street2 apt unit suite aptunit aptsuite apartment unitnumber',
  city: 'city town ciudad ort stadt wohnort ville poblacion localidad',
  state: 'state st province region stateprovince estado',
  zip_code: 'zip zipcode postalcode postcode postal zip5 zippostalcode codigopostal plz postleitzahl cp zipcd',
  dob: 'dob dateofbirth birthdate birthday birth bday born geboren fechadenacimiento fechanacimiento nacimiento geburtsdatum geburtstag datedenaissance datenaissance gebdatum nele fechanac birthdt',
  gender: 'gender sex sexo geschlecht sexe genero civilite',
  language: 'language lang preferredlanguage primarylanguage spokenlanguage idioma sprache langue lengua',
  type: 'type contacttype recordtype',
  category: 'category segment leadcategory list',
  source: 'source leadsource origin campaign referredby vendor leadvendor quelle origine origen fuente',
  notes:
    'notes note comments comment remarks description memo notas notizen notiz bemerkung bemerkungen remarques commentaires observaciones comentarios',
  company:
    'company companyname organization organizationname employer employername business businessname empresa firma unternehmen societe entreprise accountname organisation',
  status: 'status leadstatus contactstatus stage leadstage disposition estatus statut',
  group: 'group groups groupname contactgroup',
  medicare_number:
    'mbi mbinumber mbino mbiid medicarenumber medicareno medicareid medicareidnumber medicarebeneficiaryid medicarebeneficiaryidentifier medicarebeneficiarynumber medicarecardnumber numerodemedicare',
  part_a_on:
    'parta partadate partaeffective partaeffectivedate partaeffdate partaeff partastart partastartdate medicareparta medicarepartadate medicarepartaeffective medicarepartaeffectivedate medicarepartaeffdate medicarepartastartdate',
  part_b_on:
    'partb partbdate partbeffective partbeffectivedate partbeffdate partbeff partbstart partbstartdate medicarepartb medicarepartbdate medicarepartbeffective medicarepartbeffectivedate medicarepartbeffdate medicarepartbstartdate',
  tags: 'tag tags taglist tagnames contacttags label labels keywords schlagwort schlagworte schlagworter stichworte etiketten etiqueta etiquetas etiquette etiquettes motscles markierungen',
  follow_up_on: 'followup followupdate followupon nextfollowup callbackdate nextcontactdate nextcall nextcalldate',
  follow_up_note: 'followupnote followupnotes followupcomment',
  data_captures: 'customfields',
  phone_type: 'phonetype phone1type phonelabel',
  phone_2_type: 'phone2type',
};

const FIELD_OF = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, field as ImportField] as const),
  ),
);

/** Owner of the column, before the significant word: `Member First Name`, `Mailing City`. */
const WHOSE =
  /^(person|contact|lead|client|customer|insured|member|beneficiary|applicant|prospect|enrollee|subscriber|patient|consumer|primary|mailing|home|residential|residence|physical|permanent)+/;

/** Words in columns about other people or things. */
const ELSEWHERE =
  /^(spouses?|wife|husband|partner|child|children|emergency|agents?|agency|assistants?|managers?|owner|doctor|physician|pcp|provider|referral|created?|modified|updated|activity|billing|fax|carrier|plan|policy|producer|broker|rep|parent|medicare|medicaid|medigap|previous|former|poa|attorney|beneficiarys|login|user|ip|web|opt|consent|dnc)$/;

/** Spellings that say too little inside a longer header. */
const VAGUE = new Set(
  'first last name contact client insured member beneficiary type list st sex lang mail stage birth note vendor group groups labels label tag tags keywords status category region business unit apt suite nom portable ph mob mel rue calle ort stadt etat cp nele origine origen fuente statut'.split(
    ' ',
  ),
);

/** Normalized header for comparison: letters and digits, without parentheses and repetitions. */
export const foldHeader = (header: string) =>
  header
    .normalize('NFD')
    .replace(/\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '');

/** The field that a header names, and how surely: 0.9 for a known spelling, 0.6 for one inside a longer header. */
export function fieldOfHeader(header: string): Suggestion {
  const folded = foldHeader(header);
  const exact = FIELD_OF.get(folded) ?? FIELD_OF.get(folded.replace(WHOSE, ''));
  if (exact !== undefined) return { field: exact, confidence: 0.9 };
  const words = wordsOf(header);
  if (words.some((word) => ELSEWHERE.test(word))) return NONE;
  for (let size = Math.min(3, words.length); size > 0; size -= 1) {
    for (let start = words.length - size; start >= 0; start -= 1) {
      const spelling = words.slice(start, start + size).join('');
      const found = VAGUE.has(spelling) ? undefined : FIELD_OF.get(spelling);
      if (found !== undefined) return { field: found, confidence: 0.6 };
    }
  }
  return NONE;
}

const wordsOf = (header: string): string[] =>
  header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const NONE: Suggestion = { field: null, confidence: 0 };

const GENDERS = /^(m|f|male|female|man|woman|other|x|unspecified|unknown|u)\.?$/i;
const LANGUAGES =
  /^(english|spanish|french|chinese|mandarin|cantonese|korean|german|español|espanol|(en|es|fr|zh|ko|de)(-[a-z]{2})?)$/i;
const TYPES = /^(lead|client|recruit|prospect|customer)s?$/i;
/** Names of phone columns that only have a place. */
const PHONE_PLACE = /^(home|work|office|business|day|daytime|evening|main)$/i;

const isDate = (sample: string) =>
  parsePlainDate(sample, 2030) !== null || parsePlainDate(sample, 2030, 'day_first') !== null;
const isWords = (sample: string) => !/[\d@]/.test(sample);

/** Patterns of samples for fields that they can tell apart; fields without an entry are free text. */
const LOOKS: Partial<Record<ImportField, (sample: string) => boolean>> = {
  first_name: isWords,
  last_name: isWords,
  full_name: isWords,
  city: isWords,
  address: (sample) => /\d/.test(sample),
  phone: (sample) => toE164(withoutExtension(sample).split(/:::|;|\bor\b|\bext?\.?\b|\bx\d|\.0+$/i)[0] ?? '') !== null,
  email: (sample) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sample),
  dob: isDate,
  follow_up_on: isDate,
  zip_code: (sample) => /^\d{5}(-?\d{4})?$/.test(sample),
  state: isState,
  gender: (sample) => GENDERS.test(sample),
  tags: (sample) => /\p{L}/u.test(sample),
  medicare_number: (sample) => readSealed('medicare_number', sample) !== null,
  part_a_on: isDate,
  part_b_on: isDate,
  language: (sample) => LANGUAGES.test(sample),
  type: (sample) => TYPES.test(sample),
};

/** Words in headers of dates on which something happened. */
const EVENTS =
  /^(on|at|in|since|time|timestamp|dates?|day|month|created?|added|joined|connected|signed|signup|sign|enroll(ed|ment)?|effective|start(ed|s)?|end(ed|s)?|expir\w+|renew(ed|al|als)?|due|last|next|first|hired?|sold|closed|won|sent|received|submitted|issued?|purchased?|ordered|anniversary|married|wedding|appointments?|meeting|call(ed)?|contacted|visit(ed)?|register\w*|registration|subscribed|imported|verified|deceased|death)$/;

/** Year by which ages of samples are judged, the same whenever a file is read. A few years more or less don't matter. */
const JUDGED_IN = 2026;

/** Dates that may be birth dates of clients: no one is unborn or older than anyone alive, and most are over 40. */
function areBirthDates(header: string, samples: readonly string[]): boolean {
  if (
    wordsOf(header.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')).some((word) => ELSEWHERE.test(word) || EVENTS.test(word))
  ) {
    return false;
  }
  const ages = samples
    .map((sample) => parsePlainDate(sample, JUDGED_IN) ?? parsePlainDate(sample, JUDGED_IN, 'day_first'))
    .flatMap((day) => (day === null ? [] : JUDGED_IN - Number(day.slice(0, 4))))
    .toSorted((a, b) => a - b);
  return (ages[0] ?? -1) > 0 && (ages.at(-1) ?? 0) < 115 && (ages[Math.floor((ages.length - 1) / 2)] ?? 0) >= 40;
}

/** Share of the samples that look like the field; `null` when looks tell nothing. */
export function likeness(field: ImportField, samples: readonly string[]): number | null {
  const looks = LOOKS[field];
  // What a mask leaves of an empty cell, such as `(   )    -`, says nothing.
  const filled = samples.map((sample) => sample.trim()).filter((sample) => /[\p{L}\p{N}]/u.test(sample));
  if (looks === undefined || filled.length === 0) return null;
  return filled.filter(looks).length / filled.length;
}

/** Fields for which a header is not enough when no sample fits: `Tag` is also a day, `Part A` a yes or no. */
const NAMED_ONLY: readonly ImportField[] = ['tags', 'medicare_number', 'part_a_on', 'part_b_on'];

/** Suggestion for one column from its header and samples. */
function suggest(header: string, samples: readonly string[]): Suggestion {
  const named = fieldOfHeader(header);
  if (named.field !== null) {
    const alike = likeness(named.field, samples);
    if (alike === null) return { field: named.field, confidence: named.confidence };
    if (alike === 0 && NAMED_ONLY.includes(named.field)) return NONE;
    if (alike >= 0.5) return { field: named.field, confidence: Math.min(1, named.confidence + 0.1 * alike) };
    return { field: named.field, confidence: named.confidence * 0.6 };
  }
  if (PHONE_PLACE.test(header.trim()) && (likeness('phone', samples) ?? 0) >= 0.8)
    return { field: 'phone', confidence: 0.9 };
  // Phones before dates before zips: an eight-digit number could be any of them.
  for (const field of ['email', 'phone', 'dob', 'state', 'zip_code', 'gender', 'language'] as const) {
    if ((likeness(field, samples) ?? 0) < 0.8) continue;
    // Dates alone say nothing about what they are the dates of.
    if (field === 'dob' && !areBirthDates(header, samples)) return NONE;
    return { field, confidence: field === 'email' ? 0.7 : 0.5 };
  }
  return { field: null, confidence: 0 };
}

interface Column {
  readonly header: string;
  readonly samples: readonly string[];
}

/** Field of a second column of these kinds. */
const SECOND: Partial<Record<ImportField, ImportField>> = { phone: 'phone_2', email: 'email_2' };

/** Priority among equals: mobile before home number, home address before work address. */
const PREFERENCE = [
  /mobile|cell|movil|celular/,
  /home|resid|physical|permanent/,
  /mailing/,
  /^(?!.*(work|business|office|day|alt|other|second|2))/,
];

const preferenceOf = (header: string) => {
  const found = PREFERENCE.findIndex((pattern) => pattern.test(foldHeader(header)));
  return found === -1 ? PREFERENCE.length : found;
};

/** A mapping for a file's columns. A field goes to the column that fits it best, the first of equals. */
export function suggestMapping(columns: readonly Column[]): Suggestion[] {
  const source = knownSourceOf(columns.map(({ header }) => header));
  const groups = new Map<number, Suggestion>([...consentColumns(columns), ...policyColumns(columns)]);
  if (source !== null) {
    return mapKnown(source, columns).map((one, index) => (one.field === null ? (groups.get(index) ?? one) : one));
  }
  const birth = birthColumns(columns);
  const all = columns.map(({ header, samples }, index): Suggestion => {
    const part = birth.get(index);
    return part === undefined ? (groups.get(index) ?? suggest(header, samples)) : { field: part, confidence: 0.9 };
  });
  const taken = new Set<ImportField>();
  const isFilled = (index: number) => (columns[index]?.samples.some((sample) => sample.trim() !== '') === true ? 0 : 1);
  const order = all
    .map((_, index) => index)
    .toSorted(
      (a, b) =>
        isFilled(a) - isFilled(b) ||
        Math.round(((all[b]?.confidence ?? 0) - (all[a]?.confidence ?? 0)) * 10) ||
        preferenceOf(columns[a]?.header ?? '') - preferenceOf(columns[b]?.header ?? ''),
    );
  const chosen: Suggestion[] = all.map(() => NONE);
  for (const index of order) {
    const { field: wanted, confidence } = all[index] ?? NONE;
    if (wanted === null || confidence < 0.5) continue;
    const field = taken.has(wanted) ? SECOND[wanted] : wanted;
    if (field === undefined || taken.has(field) || (field !== wanted && confidence < 0.6)) continue;
    // Next to a last name alone, it has the first name.
    if (field === 'full_name' && all.some((other) => other.field === 'first_name')) continue;
    taken.add(field);
    chosen[index] = { field, confidence: Math.round(confidence * 100) / 100 };
  }
  const whole = chosen.findIndex(({ field }) => field === 'dob');
  if (birth.size > 0 && whole !== -1) {
    // A header that names the whole date wins over parts, and these over dates of an unknown kind.
    for (const index of (chosen[whole]?.confidence ?? 0) >= 0.9 ? birth.keys() : [whole]) chosen[index] = NONE;
  }
  const family = taken.has('last_name') ? -1 : familyNameBeside(columns, chosen);
  if (family !== -1) chosen[family] = { field: 'last_name', confidence: 0.9 };
  return chosen;
}

/** `Name` next to `Vorname` is the family name; -1: there is no such column. */
function familyNameBeside(columns: readonly Column[], chosen: readonly Suggestion[]): number {
  const folded = columns.map(({ header }) => foldHeader(header));
  const first = folded[chosen.findIndex(({ field }) => field === 'first_name')];
  return first === 'vorname' || first === 'prenom' ? folded.indexOf('name') : -1;
}

/** The product that wrote a file with these headers; `null`: none that we know. */
export function knownSourceOf(headers: readonly string[]): KnownSource | null {
  const there = new Set(headers.map(foldHeader));
  return KNOWN_SOURCES.find(({ signs }) => signs.some((set) => set.every((sign) => there.has(sign)))) ?? null;
}

/** The mapping of an export whose headers we know. */
function mapKnown(source: KnownSource, columns: readonly Column[]): Suggestion[] {
  const folded = columns.map(({ header }) => foldHeader(header));
  const isFilled = (index: number) => columns[index]?.samples.some((sample) => sample.trim() !== '') === true;
  const chosen: Suggestion[] = columns.map(() => NONE);
  const map = (index: number, field: ImportField) => {
    if (index !== -1 && chosen[index]?.field === null) chosen[index] = { field, confidence: 1 };
  };
  /** Existing ones, filled ones first. */
  const present = (headers: readonly string[]) => {
    const found = headers.map((header) => folded.indexOf(header)).filter((index) => index !== -1);
    return [...found.filter(isFilled), ...found.filter((index) => !isFilled(index))];
  };
  for (const [field, headers] of Object.entries(source.fields)) map(present(headers)[0] ?? -1, field as ImportField);
  const [email = -1, second = -1] = present(source.emails);
  map(email, 'email');
  map(second, 'email_2');
  const numbers = present([...new Set(source.phones.map(([number]) => number))]);
  for (const [place, [phone, type]] of PHONE_PAIRS.entries()) {
    const number = numbers[place] ?? -1;
    map(number, phone);
    const kinds = source.phones.filter(([header]) => header === folded[number]).map(([, kind]) => kind ?? '');
    map(present(kinds)[0] ?? -1, type);
  }
  const streets = source.addresses.map((prefix) =>
    present((source.addressParts.address ?? []).map((part) => prefix + part)),
  );
  const home = streets.findIndex(([street]) => street !== undefined && isFilled(street));
  const prefix =
    source.addresses[Math.max(0, home === -1 ? streets.findIndex(([street]) => street !== undefined) : home)];
  for (const [field, parts] of Object.entries(source.addressParts)) {
    map(present(parts.map((part) => `${prefix}${part}`))[0] ?? -1, field as ImportField);
  }
  return chosen;
}

const PHONE_PAIRS = [
  ['phone', 'phone_type'],
  ['phone_2', 'phone_2_type'],
] as const satisfies readonly (readonly [ImportField, ImportField])[];
