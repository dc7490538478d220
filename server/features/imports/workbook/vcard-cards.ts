import { UnreadableFile } from '../file/unreadable-file.ts';
import { partsOf, plain, type VcardLine, vcardLines } from './vcard-lines.ts';

/** A card as cells by header. */
export type Card = ReadonlyMap<string, string>;

const OPEN_END = 'The vCard file is incomplete: its last card has no end. Export it again.';

export const tooLong = (card: number) => `Card ${card} has a text of more than 1 MB.`;

/** Cards one by one; groups of cards, as Apple exports them, are none. @throws {UnreadableFile} when the last one has no end, or a text is too long. */
export function* cardsIn(file: Buffer): Generator<Card> {
  let lines: VcardLine[] = [];
  let depth = 0;
  let count = 0;
  for (const line of vcardLines(file)) {
    const isCard = /^vcard$/i.test(line.value.trim());
    if (line.name === 'BEGIN' && isCard) {
      if (depth === 0) count += 1;
      depth += 1;
    } else if (line.name === 'END' && isCard && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      const card = cardOf(lines);
      lines = [];
      if (card !== null) yield card;
    } else if (depth === 1) {
      if (line.isTooLong) throw new UnreadableFile(tooLong(count));
      lines.push(line);
    }
  }
  if (depth > 0) throw new UnreadableFile(OPEN_END);
}

/** `null`: a group, or a card without anything in it. */
function cardOf(lines: readonly VcardLine[]): Card | null {
  const labels = new Map(
    lines
      .filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
      .map(({ group, value }) => [group, plain(value).replace(/^_\$!<(.*)>!\$_$/, '$1')]),
  );
  const card = new Map<string, string>();
  const set = (header: string, value: string | undefined) => {
    if (value === undefined || value === '') return;
    const known = card.get(header);
    card.set(header, known === undefined ? value : `${known}\n${value}`);
  };
  const all = (name: string) => lines.filter((line) => line.name === name);
  if (lines.some(({ name, value }) => /^(X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && /^\s*group/i.test(value))) {
    return null;
  }
  setNames(set, all);
  setPhones(set, all('TEL'), labels);
  for (const [index, line] of inOrder(all('EMAIL'), emailRank).entries()) {
    set(`Email ${index + 1}`, plain(line.value).replace(/^mailto:/i, ''));
  }
  setAddresses(set, all('ADR'));
  for (const line of lines) setOther(set, line, labels);
  return card.size === 0 ? null : card;
}

type SetCell = (header: string, value: string | undefined) => void;
type AllOf = (name: string) => VcardLine[];

function setNames(set: SetCell, all: AllOf): void {
  const shown = plain(all('FN')[0]?.value ?? '');
  const [last = '', first = '', middle, prefix, suffix] = partsOf(all('N')[0]?.value ?? '');
  const [company = '', ...department] = partsOf(all('ORG')[0]?.value ?? '');
  if (first !== '' || last !== '') {
    set('First Name', first);
    set('Last Name', last);
    set('Middle Name', middle);
    set('Name Prefix', prefix);
    set('Name Suffix', suffix);
  } else if (shown !== company) {
    const cut = shown.lastIndexOf(' ');
    set('First Name', cut === -1 ? shown : shown.slice(0, cut));
    set('Last Name', cut === -1 ? '' : shown.slice(cut + 1));
  }
  set('Company', company);
  set('Department', department.filter(Boolean).join(', '));
}

const isMobile = ({ types }: VcardLine, label: string) =>
  types.has('cell') || types.has('iphone') || /mobile|cell|iphone/i.test(label);

function setPhones(set: SetCell, lines: readonly VcardLine[], labels: ReadonlyMap<string, string>): void {
  const labelOf = (line: VcardLine) => labels.get(line.group) ?? '';
  const isFax = (line: VcardLine) => line.types.has('fax') || line.types.has('pager') || /fax/i.test(labelOf(line));
  const rank = (line: VcardLine) =>
    (isMobile(line, labelOf(line)) ? 0 : line.types.has('home') ? 2 : line.types.has('work') ? 6 : 4) +
    (line.types.has('pref') ? 0 : 1);
  const numbers = inOrder(
    lines.filter((line) => !isFax(line)),
    rank,
  );
  for (const [index, line] of numbers.entries()) {
    const place = ['home', 'work', 'main'].find((type) => line.types.has(type)) ?? '';
    const kind = isMobile(line, labelOf(line)) ? 'Mobile' : labelOf(line) || place;
    set(`Phone ${index + 1}`, numberOf(line));
    set(`Phone ${index + 1} Type`, kind);
  }
  for (const line of lines) if (isFax(line)) set('Fax', numberOf(line));
}

/** `tel:+1-512-555-0101;ext=5` → `+1-512-555-0101 x5`. */
const numberOf = ({ value }: VcardLine) =>
  plain(value)
    .replace(/^tel:/i, '')
    .replace(/;ext=(\d+)/i, ' x$1')
    .replace(/;.*$/, '');

const emailRank = ({ types }: VcardLine) => (types.has('pref') ? 0 : types.has('home') ? 1 : 2);
const addressRank = ({ types }: VcardLine) => (types.has('home') ? 0 : 2) + (types.has('pref') ? 0 : 1);

const inOrder = (lines: readonly VcardLine[], rank: (line: VcardLine) => number) =>
  lines.filter(({ value }) => plain(value) !== '').toSorted((a, b) => rank(a) - rank(b));

function setAddresses(set: SetCell, lines: readonly VcardLine[]): void {
  const written = lines.filter(({ value }) => partsOf(value).some(Boolean));
  for (const [index, line] of inOrder(written, addressRank).entries()) {
    const [box = '', extended = '', street = '', city, state, zip, country] = partsOf(line.value);
    const boxed = /^\d+$/.test(box) ? `PO Box ${box}` : box;
    const [first = '', ...more] = [...street.split('\n'), boxed].map((part) => part.trim()).filter(Boolean);
    if (index > 0) {
      const place = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
      set('Other Address', [first, ...more, extended, place, country].filter(Boolean).join(', '));
      continue;
    }
    set('Address', first);
    set('Address Line 2', [...more, extended].filter(Boolean).join(', '));
    set('City', city);
    set('State', state);
    set('Zip', zip);
    set('Country', country);
  }
}

/** Properties with a column of their own, or none. */
const HEADERS: Readonly<Record<string, string | null>> = {
  FN: null,
  N: null,
  ORG: null,
  TEL: null,
  EMAIL: null,
  ADR: null,
  VERSION: null,
  KIND: null,
  LABEL: null,
  'X-ABLABEL': null,
  'X-ABSHOWAS': null,
  'X-ADDRESSBOOKSERVER-KIND': null,
  BDAY: 'Date of Birth',
  NOTE: 'Notes',
  TITLE: 'Job Title',
  CATEGORIES: 'Group',
  LANG: 'Language',
  URL: 'Website',
};

function setOther(set: SetCell, { name, group, types, value }: VcardLine, labels: ReadonlyMap<string, string>): void {
  const header = HEADERS[name];
  if (header === null) return;
  if (name === 'BDAY') set('Date of Birth', dayOf(plain(value)));
  else if (name === 'CATEGORIES') set('Group', partsOf(value, ',').filter(Boolean).join(' ::: '));
  else if (name === 'GENDER' || name === 'X-GENDER') set('Gender', partsOf(value)[0]);
  else if (name === 'RELATED') set('Related', [plain(value), ...types].join(' '));
  else set(header ?? labels.get(group) ?? titleOf(name), plain(value));
}

/** `19470507` and `1947-05-07T00:00:00Z` → `1947-05-07`; anything else stays as it is. */
const dayOf = (written: string) => written.replace(/^(\d{4})-?(\d\d)-?(\d\d)(T.*)?$/, '$1-$2-$3');

/** `X-SPOUSE-NAME` → `Spouse Name`. */
const titleOf = (name: string) =>
  name
    .replace(/^X-/, '')
    .split('-')
    .map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`)
    .join(' ');
