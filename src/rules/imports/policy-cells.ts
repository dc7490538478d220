import { MAX_CENTS, type PolicyFields } from '#contract/records/policies.contract.ts';

type Period = PolicyFields['premium_period'];
type Type = PolicyFields['type'];
type Status = PolicyFields['status'];

/** Letters and digits without accents. */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

const listed = <Word extends string>(words: Readonly<Record<Word, string>>): ReadonlyMap<string, Word> =>
  new Map(Object.entries<string>(words).flatMap(([word, all]) => all.split(' ').map((one) => [one, word as Word])));

const PERIODS = listed<Period>({
  month: 'month monthly mo m mth mthly permonth monat monatlich mensuel mensuelle mois mensual mensualmente mes',
  quarter:
    'quarter quarterly q qtr qtrly quartal vierteljahrlich quartalsweise trimestre trimestriel trimestrielle trimestral',
  half_year:
    'semiannual semiannually semiannnual halfyearly halfyear biannual sa halbjahrlich semestre semestriel semestrielle semestral',
  year: 'year yearly annual annually yr a peryear perannum pa jahr jahrlich annuel annuelle an anual anualmente ano',
  once: 'once single singlepremium singlepay onetime lumpsum einmalig einmalbeitrag unique unico unica',
});

/** How often a premium is paid; `null`: another word. */
export const readPremiumMode = (written: string): Period | null => PERIODS.get(folded(written)) ?? null;

/** How often a premium is paid, as the header of its column says; `null`: it doesn't. */
export function premiumModeOf(header: string): Period | null {
  const text = header.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (/semi-? ?annual|half-? ?year|halbj|semestr/.test(text)) return 'half_year';
  if (/quarter|viertelj|quartal|trimestr/.test(text)) return 'quarter';
  if (/month|monat|mensu|\/ ?mo\b/.test(text)) return 'month';
  return /annual|year|jahr|annuel|anual/.test(text) ? 'year' : null;
}

const PREMIUM =
  /^(?:usd|us\$|\$)?\s*([\d.,' ]*\d)\s*(?:usd|\$|dollars?)?\s*(?:(?:\/|\bper\b|\ba\b)?\s*([a-z][a-z -]*))?\.?$/;

/** A premium in cents, with the period when the cell names one: `$1,204.50`, `45.20/mo`. `null`: no amount in dollars. */
export function readPremium(written: string): { readonly cents: number; readonly period: Period | null } | null {
  const [, amount = '', word] = PREMIUM.exec(written.trim().toLowerCase()) ?? [];
  const period = word === undefined ? null : readPremiumMode(word);
  const decimal = decimalOf(amount.replace(/[' ]/g, ''));
  if (decimal === null || (word !== undefined && period === null)) return null;
  const cents = Math.round(Number(decimal) * 100);
  return cents <= MAX_CENTS ? { cents, period } : null;
}

/** An amount as a number is written in code. `null`: none, or one that could mean two, such as `1.234`. */
function decimalOf(amount: string): string | null {
  if (/^\d*(\.\d+)?$/.test(amount) && amount !== '') return /^[1-9]\d{0,2}\.\d{3}$/.test(amount) ? null : amount;
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount)) return amount.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,2}$/.test(amount) || /^\d+,\d{1,2}$/.test(amount))
    return amount.replaceAll('.', '').replace(',', '.');
  return null;
}

/** In this order: a whole life policy for a burial is one of final expense. */
const TYPES: readonly (readonly [Type, RegExp])[] = [
  ['medicare_supplement', /medigap|suppl|medsup|^ms$/],
  ['part_d', /^pdp$|partd|prescription|drugplan|^rx$/],
  ['medicare_advantage', /advantage|^ma(pd|ppo|hmo)?$|partc|[cd]snp/],
  ['final_expense', /finalexp|burial|funeral|^fe$|sterbegeld|obseques|gastosfinales/],
  ['pre_need', /preneed/],
  ['annuity', /annuit|^(myga|fia|spia)$|rentenversicherung|anualidad/],
  ['dental_vision', /dental|vision|^dvh?$/],
  [
    'other',
    /cancer|accident|critical|disab|longtermcare|^ltc$|indemnity|homeowner|auto|travel|umbrella|hearing|^other$/,
  ],
  ['life', /life|^(iul|gul|ul|wl|vul|term)$|lebensversicherung|assurancevie|vida/],
  ['health', /health|^aca$|medical|under65|^u65$|obamacare|marketplace|krankenversicherung|sante|salud/],
];

/** The type of a policy; `null`: unknown. */
export function readPolicyType(written: string): Type | null {
  const text = folded(written);
  return TYPES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

const STATUSES = listed<Status>({
  quoted: 'quoted quote quotesent proposal angebot devis cotizada',
  applied:
    'applied application appsubmitted submitted pending pendingissue pendingunderwriting inunderwriting underwriting beantragt enattente pendiente solicitada',
  active:
    'active inforce inforced issued issuedpaid paid activepaid current enrolled aktiv actif envigueur activa vigente',
  lapsed: 'lapsed lapse expired lapsednonpay verfallen abgelaufen expire expiree vencida caducada',
  cancelled:
    'canceled cancel terminated termed withdrawn disenrolled surrendered nottaken gekundigt storniert beendet resilie resiliee annulee cancelada anulada',
});

/** The status of a policy; `null`: unknown. */
export const readPolicyStatus = (written: string): Status | null =>
  STATUSES.get(folded(written).replace('cancell', 'cancel')) ?? null;
