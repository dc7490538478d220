import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { choiceAt } from '../answer/choices.ts';
import { isHeard, type Text } from '../reading.ts';
import { CHOICE_FIELDS } from './vocabulary.ts';

type Field = ContactFilter['field'];

/** Common names of fields that can be missing. */
const FIELD_WORDS: readonly (readonly [Field, string])[] = [
  ['phone', 'phone,phones,phone number,phone numbers,number,numbers,cell,cell phone,cell number,telephone,telefono'],
  ['email', 'email,emails,email address,email addresses,e mail,e mails,e mail address,e mail addresses,correo'],
  [
    'dob',
    'birth date,birth dates,birthdate,birthdates,birthday,birthdays,dob,dobs,date of birth,dates of birth,bday,age',
  ],
  ['zip_code', 'zip,zips,zip code,zip codes,zipcode,postal code'],
  ['city', 'city,cities'],
  ['state', 'state'],
  ['tag', 'tag,tags,label,labels'],
  ['agentflow_status', 'agentflow status,agentflow'],
  ['status', 'status,statuses'],
  ['group', 'group,groups'],
  ['source', 'source,sources,lead source'],
  ['company', 'company,employer'],
  ['category', 'category,categories'],
  ['follow_up_on', 'follow up,follow ups,followup,followups,follow up date,next step,next steps'],
  ['gender', 'gender,sex'],
  ['language', 'language'],
  ['pool', 'pool'],
  ['first_name', 'first name,first names'],
  ['last_name', 'last name,last names,surname'],
];

/** Each field with its synonyms, longest first. */
export const FIELD_WAYS = FIELD_WORDS.flatMap(([field, ways]) =>
  ways.split(',').map((way) => ({ field, way: way.split(' ') })),
).toSorted((a, b) => b.way.length - a.way.length);

/** Words that fields are called by. */
export const FIELD_WORD_LIST: readonly string[] = [...new Set(FIELD_WAYS.flatMap(({ way }) => way))];

const fieldAt = (text: Text, at: number): { value: Field; to: number } | null => {
  const found = FIELD_WAYS.find(({ way }) => isHeard(text, way, at));
  return found ? { value: found.field, to: at + found.way.length } : null;
};

const BETWEEN = [
  'a',
  'an',
  'any',
  'their',
  'the',
  'no',
  'without',
  'valid',
  'and',
  'or',
  'nor',
  'ni',
  'y',
  'o',
  'with',
];

/** One field or a list of them: `phone or email`, `a phone and an email`. */
export function fieldsAt(
  text: Text,
  at: number,
): { value: { fields: readonly Field[]; either: boolean }; to: number } | null {
  const first = fieldAt(text, at);
  if (first === null) return null;
  const [fields, between] = [[first.value], [] as string[]];
  let { to } = first;
  for (;;) {
    let start = to;
    while (start < to + 3 && BETWEEN.includes(text.words[start]?.text ?? '')) start += 1;
    const isListed = start > to || text.words[to]?.afterBreak === true;
    const next = isListed ? fieldAt(text, start) : null;
    // `no follow up and status New`: what is followed by one of its choices begins something new.
    if (
      next === null ||
      choiceAt(
        text,
        next.to,
        CHOICE_FIELDS.filter((field) => field === next.value),
      )
    )
      break;
    between.push(...text.words.slice(to, start).map((word) => word.text));
    fields.push(next.value);
    ({ to } = next);
  }
  return { value: { fields, either: between.includes('or') }, to };
}
