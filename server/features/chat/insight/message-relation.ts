/** Words for relatives; links don't say which relative a person is. */
const KIN =
  '(?:ex-)?(?:husband|wife|spouse|partner|fianc[eé]e?|(?:girl|boy)?friend|(?:step|grand)?(?:son|daughter|mother|father|parent|child)(?:s|ren)?(?:-in-law)?|(?:grand)?kids?|mom|dad|(?:step)?(?:brother|sister)s?(?:-in-law)?|siblings?|aunt|uncle|niece|nephew|cousin|relatives?|family|household|neighbou?r|caregiver|roommate|widow(?:er)?)';
const RELATION = new RegExp(`(?<![\\p{L}-])(${KIN})(?:['’]s?)?(?![\\p{L}-])`, 'u');
/** `her husband Emeka`: who is meant has a name. */
const NAMED_KIN = new RegExp(`(?<![\\p{L}-])${KIN},? (?:is |named |called )?\\p{Lu}\\p{Ll}`, 'u');

/** A message begins with a capital. */
const lowered = (said: string): string => `${said.charAt(0).toLowerCase()}${said.slice(1)}`;

/** `husband`, in `her husband's phone number`. `null`: none, or one with a name. */
export function relationIn(said: string): string | null {
  const words = lowered(said);
  return NAMED_KIN.test(words) ? null : (RELATION.exec(words)?.[1] ?? null);
}

/** Without the words of relations. */
export const withoutRelation = (said: string): string =>
  RELATION.test(lowered(said))
    ? lowered(said).replaceAll(new RegExp(RELATION, 'gu'), ' ').replaceAll(/\s+/g, ' ').trim()
    : said;

export type Pronoun = 'her' | 'him' | 'them';

/** Person that a message refers to; `null`: none, or a woman and a man. */
export function pronounIn(said: string): Pronoun | null {
  const isHer = /\b(?:she|her|hers)\b/i.test(said);
  const isHim = /\b(?:he|him|his)\b/i.test(said);
  if (isHer !== isHim) return isHer ? 'her' : 'him';
  return !isHer && /\b(?:they|them|their|theirs)\b/i.test(said) ? 'them' : null;
}
