import type { PrintWhat, SkipReason } from '#contract/printing.contract.ts';
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

/** Outcome of the contacts at these positions: a piece, or the reason why they are left out. */
export type Made =
  | { readonly positions: readonly number[]; readonly piece: Piece }
  | { readonly positions: readonly number[]; readonly reason: SkipReason };

export interface PieceWork {
  readonly print: PrintWhat;
  readonly recipients: readonly Recipient[];
  readonly writer: Writer;
  /** Time of the request: the date of the letters. */
  readonly at: Date;
  /** True when the font has every character of a text. */
  readonly isPrintable: (text: string) => boolean;
}

/** Recipient where no name is known. */
const NAMELESS = 'Current resident';

/**
 * Every contact's piece or reason, one after the other in the order of the selection; the same input makes the same.
 * @throws {Refusal} `refused` for a letter with faults.
 */
export function* piecesOf(work: PieceWork): Generator<Made> {
  const { recipients, print, isPrintable } = work;
  const letterFor = letterMaker(work);
  const reasonOf = (recipient: Recipient): SkipReason | null => {
    if (!recipient.seen) return 'not_seen';
    if (recipient.deleted) return 'deleted';
    if (recipient.household_key === null) return 'no_address';
    return addressOf([recipient]).every(isPrintable) ? null : 'other_script';
  };
  const perHousehold = print.kind === 'labels' && print.options.per_household;
  const households = perHousehold
    ? Map.groupBy(
        recipients.filter((recipient) => reasonOf(recipient) === null),
        ({ household_key }) => household_key,
      )
    : null;
  for (const recipient of recipients) {
    const positions = [recipient.position];
    const reason = reasonOf(recipient);
    if (reason !== null) {
      yield { positions, reason };
      continue;
    }
    const people = households?.get(recipient.household_key) ?? [recipient];
    // The household is printed with its first.
    if (people[0] !== recipient) continue;
    const letter = letterFor(recipient);
    const isWhole = letter === null || [letter.body, ...letter.sender].every(isPrintable);
    yield isWhole
      ? { positions: people.map(({ position }) => position), piece: { address: addressOf(people), letter } }
      : { positions, reason: 'other_script' };
  }
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
