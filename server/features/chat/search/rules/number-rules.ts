import { phrase } from '../words/phrases.ts';
import { filter, type Part, type Rule, type Text } from '../reading.ts';

const MISSED = (
  'missed a call from,missed call from,got a call from,somebody called me from,someone called me from,who just called me from,just called me from,had a call from,a call from,call from,who called from,someone called from,' +
  'somebody called from,called me from,phone number,phone,number,the number,tel,whose number is,whose phone number is,whos at,email,' +
  'e mail,whose email is,whose e mail is,whose email address is,email address,phone ends in,phone ending in,number ends in,' +
  'number ending in,phone number ends in,phone number ending in,ends in,ending in,last four,last 4,last four digits,last four are,' +
  'last 4 digits,whose phone ends in,whose number ends in,with the email,with email,with the number,with number,with phone,at,phone ends with,' +
  'text from,got a text from,missed a text from,voicemail from,got a voicemail from,numbers ending in,number ending,phone ending,ending,number that ends in,phone number that ends in'
)
  .replaceAll(' ', '_')
  .replaceAll(',', '|');

const EMAIL = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;

/** A number as displayed, `512-555-0142`; part of a number as written. `null` when it isn't one. */
function phoneIn(said: string): string | null {
  const digits = said.replace(/\D/g, '');
  if (/[^\d\s().+-]/.test(said)) return null;
  const ten = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (ten.length === 10) return `${ten.slice(0, 3)}-${ten.slice(3, 6)}-${ten.slice(6)}`;
  return digits.length === 7 ? said.replace('.', '-') : null;
}

const exactly = (q: string): Part[] => [{ kind: 'name', q, forgiving: false }];

const numberOrAddress = (text: Text, at: number): { to: number; q: string } | null => {
  const { said = '' } = text.words[at] ?? {};
  const q = EMAIL.test(said) ? said : phoneIn(said);
  return q === null ? null : { to: at + 1, q };
};

/** Words before it that add nothing: `missed a call from 512-555-0142`. */
const lead = phrase(MISSED, () => []);

/** `keeps ringing me`. */
const behind = phrase(
  'that|who|just|which|somebody|someone? keeps|kept|just|has_been|is? calling|ringing|texting|called|rang|texted me|us',
  () => [],
);

const NUMBER_RULE: Rule = {
  words: lead.words,
  read: (text, at) => {
    const before = lead.read(text, at);
    const start = before?.to ?? at;
    const found = text.words[start]?.afterBreak && start > at ? null : numberOrAddress(text, start);
    if (found !== null) return { to: behind.read(text, found.to)?.to ?? found.to, parts: exactly(found.q) };
    // Last digits, if they were described as part of a number.
    const { said = '' } = text.words[start] ?? {};
    const isLastDigits =
      before !== null &&
      /^\d{3,7}$/.test(said) &&
      /end|last/.test(
        text.words
          .slice(at, start)
          .map((word) => word.text)
          .join(' '),
      );
    return isLastDigits ? { to: start + 1, parts: exactly(said) } : null;
  },
};

const digitsAt = (text: Text, at: number, digits: number): string | null => {
  const said = text.words[at]?.text ?? '';
  return new RegExp(`^\\d{${digits}}s?$`).test(said) ? said.slice(0, digits) : null;
};

/** A list of numbers of so many digits: `512 or 737`. */
function digitsList(text: Text, at: number, digits: number): { values: string[]; to: number } | null {
  const values: string[] = [];
  let to = at;
  for (;;) {
    const value = digitsAt(text, to, digits);
    if (value === null) break;
    values.push(value);
    to += 1;
    const joint = text.words[to];
    const isAnd = ['and', 'or', 'y', 'o'].includes(joint?.text ?? '');
    // `78664/78665` are two; `78664-78670` are many more.
    const isBeside = joint?.joined === true && text.sentence[joint.from - 1] === '/';
    if (digitsAt(text, to + (isAnd ? 1 : 0), digits) === null || !(isAnd || joint?.afterBreak || isBeside)) break;
    to += isAnd ? 1 : 0;
  }
  return values.length > 0 ? { values, to } : null;
}

/** Words around digits: `area code 512`, `the 713 area code`, `787 zips`, `zip 77449`. One of the two must be there. */
const around = (before: Rule, after: Rule, digits: number, parts: (values: string[]) => Part[]): Rule => ({
  words: [...before.words, ...after.words],
  read: (text, at) => {
    const lead = before.read(text, at);
    const start = lead?.to ?? THE.read(text, at)?.to ?? at;
    const found = digitsList(text, start, digits);
    const tail = found && after.read(text, found.to);
    if (!found || (!lead && !tail)) return null;
    return { to: tail?.to ?? found.to, parts: parts(found.values) };
  },
});

const none = (pattern: string) => phrase(pattern, () => []);
const THE = none('in|with|from|has|have a|an|the?');
const AREA_BEFORE = none(
  'in|with|from|has|have|whose? a|an|the|their|phone? area_code|area_codes|numbers_starting|number_starting|phone_starting|phones_starting|phone_starts|phone_number_starts|phone_numbers_starting|number_starts|numbers_that_start|phone_beginning|numbers_beginning is|are|of|with|in?',
);
const AREA_AFTER = none('area_code|area_codes|numbers|phone_numbers|phones|number|phone_number');
const ZIP_BEFORE = none(
  'in|with|from|has|have|whose? a|an|the|their? zip|zips|zip_code|zip_codes|zipcode|zipcodes|postal_code is|are|of|starting_with|that_start_with|beginning_with|starts_with|that_begin_with|begin_with|start_with?',
);
const ZIP_AFTER = none('zip|zips|zip_code|zip_codes|zipcode|zipcodes|area');

const prefix = (field: 'phone' | 'zip_code') => (values: string[]) => [filter(field, values, 'starts_with')];

/** `77449` behind `in` or `from`. */
const IN = none('in|from|en|living_in the?');
const ZIP_ALONE: Rule = {
  words: IN.words,
  read: (text, at) => {
    const lead = IN.read(text, at);
    const found = lead && digitsList(text, lead.to, 5);
    return found && { to: found.to, parts: [filter('zip_code', found.values)] };
  },
};

/** `in the 713`. */
const IN_THE = none('in|from the');
const IN_THE_AREA: Rule = {
  words: IN_THE.words,
  read: (text, at) => {
    const lead = IN_THE.read(text, at);
    const found = lead && digitsList(text, lead.to, 3);
    return found && { to: found.to, parts: prefix('phone')(found.values) };
  },
};

/** Five digits of their own; a round number may count. */
const BARE_ZIP: Rule = {
  words: [],
  read: (text, at) => {
    const found = digitsList(text, at, 5);
    return found && !found.values.some((zip) => zip.endsWith('000'))
      ? { to: found.to, parts: [filter('zip_code', found.values)] }
      : null;
  },
};

export const NUMBER_RULES: readonly Rule[] = [
  NUMBER_RULE,
  around(AREA_BEFORE, AREA_AFTER, 3, prefix('phone')),
  around(ZIP_BEFORE, ZIP_AFTER, 3, prefix('zip_code')),
  around(ZIP_BEFORE, ZIP_AFTER, 5, (values) => [filter('zip_code', values)]),
  ZIP_ALONE,
  BARE_ZIP,
  IN_THE_AREA,
];
