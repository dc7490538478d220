/** Words that say nothing about what is asked. */
const EMPTY = new Set(
  `a about again all also am an and any are as at be been but by can could did do does doing done for from get
  gets getting give gives giving go goes going got had has have having help here how i if im in into is isnt it its just know let like
  lets make many may me might much must my need of ok one or our over please really see set shall should so some
  somebody someone something still tell than that the their them then there these they thing things this those to too
  up us use want was way we were when which while whom will with wont would you your
  yes no not dont doesnt didnt ive id`.split(/\s+/),
);

/** A word without its ending, so that `deleted`, `deleting` and `delete` are one. */
function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const plain = word
    .replace(/ies$/, 'y')
    .replace(/(sh|ch|x|ss|z)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  const cut = plain.replace(/(?:ing|ed)$/, '');
  const stem = cut.length < 3 ? plain : cut === plain ? plain : cut.replace(/([^lsz])\1$/, '$1');
  return stem.length > 3 ? stem.replace(/e$/, '') : stem;
}

/** The word as it is looked up; `null`: it says nothing. */
export function termOf(word: string): string | null {
  const plain = word
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replace(/^cant$/, 'cannot');
  return plain === '' || EMPTY.has(plain) ? null : stemOf(plain);
}

/** The words of a text, in order. */
export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? [];

/** Terms of a query. */
export const termsOf = (text: string): string[] => wordsIn(text).flatMap((word) => termOf(word) ?? []);
