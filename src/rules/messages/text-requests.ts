import type { TextRequest } from '#contract/messages/text.contract.ts';

/** Words of whole texts, without marks. Source: CTIA, Twilio, AWS; 47 CFR 64.1200(a)(10) names seven. */
const WORDS: Readonly<Record<Exclude<TextRequest, 'revocation'>, string>> = {
  opt_out: 'stop stopall unsubscribe cancel end quit revoke optout remove arret',
  opt_in: 'start yes unstop optin subscribe',
  help: 'help info',
};
const SPANISH_WORDS: typeof WORDS = {
  opt_out: 'alto parar pare baja cancelar detener terminar desuscribir desuscribirme',
  opt_in: 'si iniciar comenzar empezar alta reanudar',
  help: 'ayuda informacion',
};

const ASKED = new Map(
  [WORDS, SPANISH_WORDS].flatMap((words) =>
    Object.entries(words).flatMap(([asks, all]) =>
      all.split(' ').map((word) => [word, asks as keyof typeof WORDS] as const),
    ),
  ),
);

/**
 * Free words that may revoke: a person decides. Better too many than one too few; a question about stopping by is one of
 * the many.
 */
const REVOCATIONS: readonly RegExp[] = [
  /\b(stop|quit|dont|do not|never|no more|cease|enough)\b.{0,40}\b(text|messag|contact|send|writ|call|bother|spam|email)/,
  /\b(text|messag|contact|call|bother)\w*\b.{0,20}\b(no more|anymore|any more|ever again)\b/,
  /\b(take|remove|get|delete)\b.{0,20}\b(me|my (number|name|info\w*|phone))\b/,
  /\bunsubscrib|\bopt(ing|ed)? ?(me )?out\b|\brevok/,
  /\bleave (me|us) alone\b|\blose my number\b|\bnot interested\b|\bwrong (number|person)\b|\bwho is this\b.{0,20}\bstop\b/,
  /^(please )?stop( it| now| please| this)*$/,
  /\bno (me|nos) (vuelva\w* a )?(escrib|mand|envi|text|molest|contact|llam)/,
  /\b(deje|dejen|deja|pare|paren|para)( ya)? de (escrib|mand|envi|molest|text|contact|llam)/,
  /\b(no quiero|no deseo|ya no)\b.{0,30}\b(mensaj|text|recib|llam|contact)/,
  /\b(borr|elimin|quit|saqu|remuev)\w*\b.{0,20}\b(numero|lista|nombre|me)\b|\b(quiteme|borreme|saqueme|elimineme)\b/,
  /\b(darme|deme|dame|dar) de baja\b|\bnumero equivocado\b|\bno me interesa\b|\bpor favor pare\b/,
];

/** Plain small letters, digits and single spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’`´]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a received text asks for; `null`: nothing that needs an answer of ours. */
export function requestOf(text: string): TextRequest | null {
  const words = plain(text);
  const asked = ASKED.get(words.replaceAll(' ', ''));
  if (asked !== undefined) return asked;
  return REVOCATIONS.some((pattern) => pattern.test(words)) ? 'revocation' : null;
}

const SPANISH: ReadonlySet<string> = new Set(Object.values(SPANISH_WORDS).flatMap((words) => words.split(' ')));

/** True for a keyword in Spanish, whose answer is in Spanish, too. */
export const isSpanishRequest = (text: string): boolean => SPANISH.has(plain(text).replaceAll(' ', ''));
