import type { ImportField } from '#contract/imports/rows.contract.ts';

/** A known origin of files, recognized by its headers. Headers are reduced to letters and digits. */
export interface KnownSource {
  readonly name: string;
  /** Sets of headers: a file that has all of one set is from there. */
  readonly signs: readonly (readonly string[])[];
  /** Headers that fill a field; the first that exists is used. Other columns are not imported. */
  readonly fields: Partial<Readonly<Record<ImportField, readonly string[]>>>;
  /** Headers of numbers, best first: the first two filled ones are taken, each with the header of its kind. */
  readonly phones: readonly (readonly [number: string, kind?: string])[];
  readonly emails: readonly string[];
  /** Prefixes of addresses, best first: one address is taken whole. */
  readonly addresses: readonly string[];
  /** Text after the prefix. */
  readonly addressParts: Partial<Readonly<Record<ImportField, readonly string[]>>>;
}

const GOOGLE: Omit<KnownSource, 'name' | 'signs' | 'fields'> = {
  phones: ['1', '2', '3', '4'].flatMap((one) => [
    [`phone${one}value`, `phone${one}label`] as const,
    [`phone${one}value`, `phone${one}type`] as const,
  ]),
  emails: ['email1value', 'email2value', 'email3value', 'email4value'],
  addresses: ['address1', 'address2', 'address3'],
  addressParts: {
    address: ['street'],
    address_2: ['extendedaddress'],
    city: ['city'],
    state: ['region'],
    zip_code: ['postalcode'],
  },
};

const STREET: KnownSource['addressParts'] = {
  address: ['street', 'streetaddress'],
  address_2: ['street2'],
  city: ['city'],
  state: ['state', 'stateprovince', 'stateregion'],
  zip_code: ['postalcode', 'zippostalcode', 'zip'],
};

/** Sources: exports of the products themselves, 2026; Google changed its headers in 2024. */
export const KNOWN_SOURCES: readonly KnownSource[] = [
  {
    ...GOOGLE,
    name: 'Google Contacts',
    signs: [
      ['givenname', 'familyname', 'phone1value'],
      ['givenname', 'familyname', 'email1value'],
      ['firstname', 'lastname', 'fileas', 'labels'],
      ['firstname', 'lastname', 'email1label', 'email1value'],
      ['firstname', 'lastname', 'phone1label', 'phone1value'],
    ],
    fields: {
      first_name: ['firstname', 'givenname'],
      last_name: ['lastname', 'familyname'],
      dob: ['birthday'],
      gender: ['gender'],
      language: ['language'],
      company: ['organizationname', 'organization1name'],
      group: ['labels', 'groupmembership'],
      notes: ['notes'],
    },
  },
  {
    name: 'Outlook',
    signs: [
      ['firstname', 'lastname', 'emailaddress', 'businessphone', 'homephone'],
      ['firstname', 'lastname', 'emailaddress', 'mobilephone', 'businessstreet'],
      ['firstname', 'lastname', 'email2address', 'mobilephone'],
    ],
    fields: {
      first_name: ['firstname'],
      last_name: ['lastname'],
      dob: ['birthday'],
      gender: ['gender'],
      language: ['language'],
      company: ['company'],
      category: ['categories'],
      source: ['referredby'],
      notes: ['notes'],
    },
    phones: [['mobilephone'], ['primaryphone'], ['homephone'], ['businessphone'], ['homephone2'], ['otherphone']],
    emails: ['emailaddress', 'email2address', 'email3address'],
    addresses: ['home', 'business', 'other'],
    addressParts: STREET,
  },
  {
    name: 'HubSpot',
    signs: [
      ['recordid', 'firstname', 'lastname', 'email'],
      ['contactid', 'firstname', 'lastname', 'lifecyclestage'],
      ['firstname', 'lastname', 'contactowner', 'lifecyclestage'],
    ],
    fields: {
      first_name: ['firstname'],
      last_name: ['lastname'],
      dob: ['dateofbirth', 'birthday'],
      gender: ['gender'],
      language: ['preferredlanguage'],
      company: ['companyname', 'associatedcompany', 'primaryassociatedcompany'],
      type: ['lifecyclestage'],
      status: ['leadstatus'],
      source: ['originalsource', 'originaltrafficsource'],
      follow_up_on: ['nextactivitydate'],
      notes: ['message'],
    },
    phones: [['phonenumber'], ['mobilephonenumber']],
    emails: ['email', 'workemail', 'additionalemailaddresses'],
    addresses: [''],
    addressParts: STREET,
  },
  {
    name: 'Salesforce',
    signs: [
      ['salutation', 'firstname', 'lastname', 'accountname'],
      ['firstname', 'lastname', 'mailingstreet', 'mailingzippostalcode'],
      ['contactid', 'firstname', 'lastname', 'mailingstreet'],
      ['firstname', 'lastname', 'mailingpostalcode', 'mobilephone'],
      ['firstname', 'lastname', 'leadsource', 'companyaccount'],
    ],
    fields: {
      first_name: ['firstname'],
      last_name: ['lastname'],
      dob: ['birthdate'],
      gender: ['genderidentity', 'gender'],
      language: ['languages', 'language'],
      company: ['accountname', 'companyaccount', 'company'],
      status: ['leadstatus'],
      source: ['leadsource'],
      notes: ['description', 'contactdescription'],
    },
    phones: [['mobile'], ['mobilephone'], ['phone'], ['homephone'], ['otherphone']],
    emails: ['email'],
    addresses: ['mailing', 'other', ''],
    addressParts: STREET,
  },
];
