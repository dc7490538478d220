import type { ImportField } from '#contract/imports.contract.ts';
import { toE164 } from './phone-number.ts';
import { parsePlainDate } from './plain-date.ts';
import { isState } from './us-states.ts';

export interface Suggestion {
  /** `null`: not imported. */
  readonly field: ImportField | null;
  /** 0 to 1; header and samples agree at 0.9 and above. */
  readonly confidence: number;
}

/** Headers as files write them, folded to letters and digits. Spaces separate the spellings. */
const SPELLINGS: Readonly<Record<ImportField, string>> = {
  first_name: 'firstname first fname givenname forename nombre contactfirstname leadfirstname',
  last_name: 'lastname last lname surname familyname apellido contactlastname leadlastname',
  full_name: 'name fullname contact contactname leadname client clientname customername customer insuredname insured',
  phone:
    'phone phonenumber mobile mobilephone cell cellphone telephone tel homephone primaryphone phone1 contactphone telefono workphone daytimephone',
  email: 'email emailaddress mail primaryemail email1 correo contactemail',
  address: 'address street streetaddress address1 addressline1 mailingaddress homeaddress direccion',
  city: 'city town ciudad mailingcity homecity',
  state: 'state st province region estado mailingstate homestate',
  zip_code: 'zip zipcode postalcode postcode postal mailingzip zip5',
  dob: 'dob dateofbirth birthdate birthday birth bday fechadenacimiento',
  gender: 'gender sex sexo',
  language: 'language lang preferredlanguage primarylanguage idioma',
  type: 'type contacttype recordtype',
  category: 'category group segment leadcategory list',
  source: 'source leadsource origin campaign referredby vendor',
  notes: 'notes note comments comment remarks description memo',
};

const FIELD_OF = new Map(
  Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
    spellings.split(' ').map((spelling) => [spelling, field as ImportField] as const),
  ),
);

const fold = (header: string) =>
  header
    .normalize('NFD')
    .replace(/\s\(\d+\)$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

/** The field that a header names, and how surely: 0.9 for a known spelling, 0.6 for one inside a longer header. */
export function fieldOfHeader(header: string): Suggestion {
  const folded = fold(header);
  const exact = FIELD_OF.get(folded);
  if (exact !== undefined) return { field: exact, confidence: 0.9 };
  const words = header.toLowerCase().split(/[^a-z0-9]+/);
  for (let size = Math.min(3, words.length); size > 0; size -= 1) {
    for (let start = words.length - size; start >= 0; start -= 1) {
      const found = FIELD_OF.get(words.slice(start, start + size).join(''));
      if (found !== undefined) return { field: found, confidence: 0.6 };
    }
  }
  return { field: null, confidence: 0 };
}

const GENDERS = /^(m|f|male|female|man|woman|other|x)\.?$/i;
const LANGUAGES = /^(english|spanish|french|chinese|korean|german|en|es|español|espanol)$/i;
const TYPES = /^(lead|client|recruit|prospect|customer)s?$/i;

const isWords = (sample: string) => !/[\d@]/.test(sample);

/** What samples must look like where looks tell fields apart; fields without an entry are free text. */
const LOOKS: Partial<Record<ImportField, (sample: string) => boolean>> = {
  first_name: isWords,
  last_name: isWords,
  full_name: isWords,
  city: isWords,
  address: (sample) => /\d/.test(sample),
  phone: (sample) => toE164(sample) !== null,
  email: (sample) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sample),
  dob: (sample) => parsePlainDate(sample, 2030) !== null,
  zip_code: (sample) => /^\d{5}(-?\d{4})?$/.test(sample),
  state: isState,
  gender: (sample) => GENDERS.test(sample),
  language: (sample) => LANGUAGES.test(sample),
  type: (sample) => TYPES.test(sample),
};

/** Share of the samples that look like the field; `null` when looks tell nothing. */
export function likeness(field: ImportField, samples: readonly string[]): number | null {
  const looks = LOOKS[field];
  const filled = samples.map((sample) => sample.trim()).filter(Boolean);
  if (looks === undefined || filled.length === 0) return null;
  return filled.filter(looks).length / filled.length;
}

/** What one column suggests by its header and samples. */
function suggest(header: string, samples: readonly string[]): Suggestion {
  const named = fieldOfHeader(header);
  if (named.field !== null) {
    const alike = likeness(named.field, samples);
    if (alike === null) return { field: named.field, confidence: named.confidence };
    if (alike >= 0.5) return { field: named.field, confidence: Math.min(1, named.confidence + 0.1 * alike) };
    return { field: named.field, confidence: named.confidence * 0.6 };
  }
  // Phones before dates before zips: an eight-digit number could be any of them.
  for (const field of ['email', 'phone', 'dob', 'state', 'zip_code', 'gender', 'language'] as const) {
    if ((likeness(field, samples) ?? 0) >= 0.8) return { field, confidence: field === 'email' ? 0.7 : 0.5 };
  }
  return { field: null, confidence: 0 };
}

/** A mapping for a file's columns. A field goes to the column that fits it best, the first of equals. */
export function suggestMapping(
  columns: readonly { readonly header: string; readonly samples: readonly string[] }[],
): Suggestion[] {
  const all = columns.map(({ header, samples }) => suggest(header, samples));
  const taken = new Set<ImportField>();
  const order = all.map((_, index) => index).toSorted((a, b) => (all[b]?.confidence ?? 0) - (all[a]?.confidence ?? 0));
  const chosen: Suggestion[] = all.map(() => ({ field: null, confidence: 0 }));
  for (const index of order) {
    const { field, confidence } = all[index] ?? { field: null, confidence: 0 };
    if (field === null || taken.has(field)) continue;
    if (field === 'full_name' && (taken.has('first_name') || taken.has('last_name'))) continue;
    taken.add(field);
    chosen[index] = { field, confidence: Math.round(confidence * 100) / 100 };
  }
  return chosen;
}
