import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { readState } from '#rules/places/us-states.ts';
import { refuseField } from '../errors.ts';
import { readPhone } from '../features/contacts/contact-phone.ts';

interface Place {
  readonly field: string;
  /** Name of the resource in a sentence. */
  readonly label: string;
}

/** Cleans and checks the input for a column. @throws {Refusal} `refused` under the field. */
export type Column = (written: unknown, place: Place) => unknown;

const ofText =
  (clean: (text: string, place: Place) => unknown): Column =>
  (written, place) =>
    typeof written === 'string' ? clean(written, place) : written;

/** The value as parsed by the contract. */
export const plain: Column = (written) => written;

export const line = ofText(cleanLine);

/** Clean lines, each once; empty ones are left out. */
export const names: Column = (written) => [...new Set((written as string[]).map(cleanLine).filter(Boolean))];

/** One clean line that is not empty. */
export const named = ofText((text, { field, label }) => {
  const name = cleanLine(text);
  if (name === '') throw refuseField(field, `Give the ${label} a name.`);
  return name;
});

/** E.164, or empty. */
export const phone = ofText((text, { field }) => {
  if (cleanLine(text) === '') return '';
  const number = readPhone(text);
  if (number === null) throw refuseField(field, 'Enter a phone number like 512-555-0142.');
  return number;
});

export const email = ofText((text, { field }) => {
  const address = cleanLine(text);
  if (address !== '' && !isEmailAddress(address))
    throw refuseField(field, 'Enter an e-mail address like ana@example.com.');
  return address;
});

/** Two letters of a US state or territory in any common form, or empty. */
export const state = ofText((text, { field }) => {
  const written = cleanLine(text);
  const code = readState(written);
  if (written !== '' && code === null) throw refuseField(field, 'Enter a US state or territory, like TX or Texas.');
  return code ?? '';
});

const isHost = (host: string): boolean => /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/.test(host);

/** An address that begins with https:// or http://, or empty. */
export const website = ofText((text, { field }) => {
  const written = cleanLine(text);
  if (written === '') return '';
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(written) ? written : `https://${written}`);
  const isPlain = url !== null && url.username === '' && url.password === '' && isHost(url.hostname);
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw refuseField(field, 'Enter an address like https://www.example.com.');
  return url.href.replace(/^([^/]+\/\/[^/]+)\/$/, '$1');
});
