/** What a word says: `yes` and `no` answer the header of their column, `in` and `out` mean the same below any header. */
export type ConsentWord = 'yes' | 'no' | 'in' | 'out';

/** Lower-case letters and digits without accents, a space between words. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9✓✔☑✗✘☐]+/g, ' ')
    .trim();

/** In English, Spanish, German and French; commas separate them. */
const WORDS: Readonly<Record<ConsentWord, string>> = {
  yes: 'yes,y,true,t,1,x,on,checked,si,s,verdadero,ja,j,wahr,oui,o,vrai,✓,✔,☑',
  no: 'no,n,false,f,0,off,unchecked,falso,nein,falsch,non,faux,✗,✘,☐',
  in: 'in,opt in,opted in,optin,subscribed,subscriber,consented,consent given,granted,agreed,accepted,allowed,ok to call,ok to text,ok to email,suscrito,suscrita,aceptado,acepto,autorizado,autorizada,angemeldet,abonniert,zugestimmt,eingewilligt,erteilt,inscrit,inscrite,abonne,abonnee,accepte,acceptee,accorde',
  out: 'out,opt out,opted out,optout,unsubscribed,revoked,withdrawn,declined,denied,refused,dnc,do not call,do not text,do not email,do not contact,stop,stopped,baja,dado de baja,rechazado,no llamar,abgemeldet,abbestellt,widerrufen,abgelehnt,verweigert,desinscrit,desinscrite,desabonne,desabonnee,refuse,refusee,retire',
};

const WORD_OF = new Map(
  Object.entries(WORDS).flatMap(([says, words]) =>
    words.split(',').map((word) => [word, says as ConsentWord] as const),
  ),
);

/** Returns what a word of consent says; `null`: another word. */
export const readConsentWord = (written: string): ConsentWord | null => WORD_OF.get(folded(written)) ?? null;

const OUT =
  /\b(opt(ed)? ?out|unsubscribed?|do ?not|don t|dnc|dnt|dne|no (calls?|texts?|sms|e ?mails?)|baja|no (llamar|enviar|contactar)|abgemeldet|abbestellt|widerruf(en)?|widerspruch|nicht|keine?|ne pas|desinscri(t|te|ption)|desabonnee?|opposition|stop)\b/;
const IN = /\b(opt(ed)? ?in|subscribed|consent|permission|ok to)\b/;

/** True for a header that names an opt-in or opt-out. */
export const saysConsent = (header: string): boolean => [OUT, IN].some((words) => words.test(folded(header)));

/** What `yes` below a header means: `Email Opt Out`, `SMS Opt-in`. `null`: the header names both, as `Opt In/Out` does. */
export function yesMeans(header: string): 'in' | 'out' | null {
  const text = folded(header);
  if (/\bopt ?in (or )?(opt ?)?out\b/.test(text)) return null;
  if (!OUT.test(text)) return 'in';
  return IN.test(text) ? null : 'out';
}
