import { withoutAccents } from './known-words.ts';

const anyOf = (words: string): RegExp => new RegExp(String.raw`\b(?:${words.trim().split(/\s+/).join('|')})\b`);

/**
 * Text that MAX never says, no matter who worded it, not even from a record: the instructions say so first, and the
 * tool's text replaces the reply. Matches single words in any voice: holding back too much costs nothing.
 */
const NEVER_SAID: readonly RegExp[] = [
  // MAX changes nothing, so it can't have done anything.
  anyOf(
    `
    added archived assigned blocked booked called cancell?ed changed closed completed created deleted done dropped e-?mailed
    enrolled erased exported filed forwarded imported mailed marked merged moved ordered paid phoned placed put registered
    removed reset restored saved scheduled sent shared signed stored submitted taken texted transferred unsubscribed updated
    uploaded wiped wrote written
    hech[oa]s? hice listos? puse
  `,
  ),
  /\b(?:anadi|agreg|borr|cambi|cancel|cre|elimin|envi|guard|inscri|llam|mand|mov|pag|program|quit|registr|transfer|actualiz)(?:e|o|t[oa]s?|[ai]d[oa]s?|aron|amos)\b/,
  // MAX never asks users to prove their identity, or to go elsewhere.
  anyOf(String.raw`
    2fa accounts? claves? (?<!zip.)codes? contrasenas? credentials? dot expired? locked log(?:ged|ging)?-?(?:in|on|out)? passcodes?
    passphrases? passwords? pins? punto security sesion sessions? sign(?:ing|s)?-?(?:ins?|on|out|up)? suspended tokens? urls?
    usernames? verification verif(?:y|ied) websites?
  `),
];

/** MAX does not recommend plans: a sentence that names one neither praises nor urges. */
const ADVICE = anyOf(String.raw`
  advis(?:e|es|able) apply beats? best better buy cheapest choices? choose enroll favou?rite get go good great ideal must needs?
  ought perfect pick prefer recommend(?:ed|s|ation)? right should smart(?:er|est)? suggest(?:ed|s|ion)? superior switch take
  top winner worth
  aconsej[oa]n? compr[ae]n? conviene deb(?:e|en|ia|erian?) elij[ae]n? escoj[ae]n? inscriba(?:la|lo|se)? mejor(?:es)? recom(?:iendo|endamos)
  necesitan? sugier[oa] tome
`);
const OFFER =
  /\b(?:plans?|planes|coverage|cobertura|carriers?|company|compania|insurers?|medigap|medicare|polic(?:y|ies)|poliza|mutual|it)\b/;

export function breaksConduct(text: string): boolean {
  const plain = withoutAccents(text);
  return (
    NEVER_SAID.some((pattern) => pattern.test(plain)) ||
    plain.split(/[.!?\n]+/).some((sentence) => ADVICE.test(sentence) && OFFER.test(sentence))
  );
}
