import type { PrintWhat, SkipReason, Unprintable } from '#contract/printing.contract.ts';
import type { TIME_ZONES } from '#contract/session.contract.ts';
import { cleanLine, contactName } from '#rules/contacts/contact-name.ts';
import { householdName } from '#rules/contacts/household-name.ts';
import type { MergeValues } from '#rules/contacts/merge-fields.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { type LetterText, readLetter } from './letter-text.ts';

/** A contact of a print job; texts are empty when it isn't visible. */
export interface Recipient {
  /** Place in the selection. */
  readonly position: number;
  readonly seen: boolean;
  readonly deleted: boolean;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  readonly phone: string;
  readonly email: string;
  /** Equal for all contacts at one address. `null` without an address. */
  readonly household_key: string | null;
}

/** Owner of the print. */
export interface Writer {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly timezone: (typeof TIME_ZONES)[number];
}

/** A label or a letter. */
export interface Piece {
  /** Lines on the envelope: name, street, city. */
  readonly address: readonly string[];
  /** `null`: it is a label. */
  readonly letter: (LetterText & { readonly date: string }) | null;
}

/** Why contacts are left out. */
export interface Skip {
  readonly reason: SkipReason;
  /** What has no glyph, with `other_script`. */
  readonly unprintable: Unprintable | null;
}

/** Outcome of the contacts at these positions: a piece, or the reason why they are left out. */
export type Made = { readonly positions: readonly number[] } & ({ readonly piece: Piece } | Skip);

export interface PieceWork {
  readonly print: PrintWhat;
  readonly recipients: readonly Recipient[];
  readonly writer: Writer;
  /** Time of the request: the date of the letters. */
  readonly at: Date;
  /** The first character of a text that no font has. */
  readonly missingIn: (text: string) => string | null;
}

/** Recipient where no name is known. */
const NAMELESS = 'Current resident';

/**
 * Every contact's piece or reason, one after the other in the order of the selection; the same input makes the same.
 * @throws {Refusal} `refused` for a letter with faults.
 */
export function* piecesOf(work: PieceWork): Generator<Made> {
  const { recipients, print, missingIn } = work;
  const letterFor = letterMaker(work);
  const lackingIn = (lines: readonly string[], placeOf: (line: number) => Unprintable['place']): Skip | null => {
    for (const [line, text] of lines.entries()) {
      const character = missingIn(text);
      if (character !== null) return { reason: 'other_script', unprintable: { character, place: placeOf(line) } };
    }
    return null;
  };
  const skipOf = (recipient: Recipient): Skip | null => {
    if (!recipient.seen) return { reason: 'not_seen', unprintable: null };
    if (recipient.deleted) return { reason: 'deleted', unprintable: null };
    if (recipient.household_key === null) return { reason: 'no_address', unprintable: null };
    return lackingIn(addressOf([recipient]), (line) => (line === 0 ? 'name' : 'address'));
  };
  const perHousehold = print.kind === 'labels' && print.options.per_household;
  const households = perHousehold
    ? Map.groupBy(
        recipients.filter((recipient) => skipOf(recipient) === null),
        ({ household_key }) => household_key,
      )
    : null;
  for (const recipient of recipients) {
    const positions = [recipient.position];
    const skip = skipOf(recipient);
    if (skip !== null) {
      yield { positions, ...skip };
      continue;
    }
    const people = households?.get(recipient.household_key) ?? [recipient];
    // The household is printed with its first.
    if (people[0] !== recipient) continue;
    const letter = letterFor(recipient);
    const lacking = letter && lackingIn([letter.body, ...letter.sender], () => 'letter');
    yield lacking === null
      ? { positions: people.map(({ position }) => position), piece: { address: addressOf(people), letter } }
      : { positions, ...lacking };
  }
}

/** Everything of a print job that pieces are made of, for the fonts that they need. */
export function* textsOf({ print, recipients, writer }: Pick<PieceWork, 'print' | 'recipients' | 'writer'>) {
  if (print.kind === 'letters') yield* [print.options.sender, print.options.body, ...Object.values(writer)];
  for (const recipient of recipients)
    for (const value of Object.values(recipient)) if (typeof value === 'string') yield value;
}

/** Name, street, city: what the post needs. */
function addressOf(people: readonly Recipient[]): string[] {
  const [first] = people;
  if (first === undefined) return [];
  const place = [first.city, [first.state, first.zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [householdName(people) || first.company || NAMELESS, first.address, place]
    .map((line) => cleanLine(line).normalize('NFC'))
    .filter(Boolean);
}

function letterMaker({ print, writer, at }: PieceWork): (recipient: Recipient) => Piece['letter'] {
  if (print.kind === 'labels') return () => null;
  const letter = readLetter(print.options);
  const date = dateOf(at, writer);
  return (recipient) => ({ ...letter.textFor(valuesOf(recipient, writer, date)), date });
}

/** Date of a letter in the writer's time zone: "November 21, 2026". */
const dateOf = (at: Date, { timezone }: Writer): string =>
  at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: IANA_ZONES[timezone] });

/** The values of merge fields for a contact, on a day of the writer's time zone. */
export const mergeValues = (recipient: Recipient, writer: Writer, at: Date): MergeValues =>
  valuesOf(recipient, writer, dateOf(at, writer));

const valuesOf = (recipient: Recipient, writer: Writer, date: string): MergeValues => ({
  first_name: recipient.first_name,
  last_name: recipient.last_name,
  full_name: contactName(recipient),
  company: recipient.company,
  address: recipient.address,
  city: recipient.city,
  state: recipient.state,
  zip_code: recipient.zip_code,
  phone: formatPhone(recipient.phone),
  email: recipient.email,
  today: date,
  my_name: writer.name,
  my_phone: formatPhone(writer.phone),
  my_email: writer.email,
});
