import {
  POLICY_PLACES,
  type PolicyField,
  type PolicyPart,
  type PolicyPlace,
} from '#contract/imports/policy-columns.contract.ts';
import { parsePlainDate } from '../time/plain-date.ts';
import { readPolicyStatus, readPolicyType, readPremium, readPremiumMode } from './policy-cells.ts';

interface Column {
  readonly header: string;
  readonly samples: readonly string[];
}

interface Found {
  readonly index: number;
  readonly place: PolicyPlace;
  readonly part: PolicyPart;
  readonly confidence: number;
  /** Says by itself that it is about insurance. */
  readonly isSpecific: boolean;
}

/** Headers as files write them, folded to letters and digits, that say by themselves that they are about insurance. */
const SPECIFIC: Readonly<Record<PolicyPart, string>> = {
  carrier:
    'insurancecarrier insurancecompany insurancecompanyname insurancecarriername insurer insurername insuranceco insuranceprovider insuranceprovidername inscarrier inscompany insco policycarrier policycompany currentinsurancecarrier versicherer versicherung versicherungsgesellschaft versicherungsunternehmen assureur compagniedassurance compagniedassurances aseguradora companiadeseguros companiaaseguradora aseguradoraactual',
  plan: 'policyplan policyplanname insuranceplan insuranceplanname planname policyname tarifname nomduplan nombredelplan nombredelaplan plandeseguro',
  number:
    'policynumber policyno policynum policyid insurancepolicynumber ndepolice npolice ndepoliza npoliza policycontractnumber policennummer policenummer versicherungsscheinnummer versicherungsvertragsnummer numerodepolice numeropolice nodepolice numpolice numerodepoliza numeropoliza numpoliza nopoliza nodepoliza',
  type: 'policytype typeofpolicy insurancetype typeofinsurance insuranceproducttype policyline versicherungsart versicherungssparte typedassurance typedepolice tipodepoliza tipodeseguro',
  status:
    'policystatus statusofpolicy insurancestatus policenstatus versicherungsstatus statutdelapolice statutpolice estadodelapoliza estadodepoliza estadopoliza',
  premium:
    'policypremium insurancepremium monthlypremium annualpremium modalpremium yearlypremium quarterlypremium premiumamount premiumpermonth planpremium annualizedpremium versicherungspramie versicherungsbeitrag monatspramie jahrespramie primemensuelle primeannuelle primedassurance primamensual primaanual',
  premium_mode:
    'premiummode premiumfrequency policypremiummode policymode policypremiumfrequency premiumperiod frecuenciadeprima',
  effective_on:
    'policyeffectivedate policyeffdate policyeffective policystartdate policyeffectivedt policyeffdt policystart coverageeffectivedate coveragestartdate coverageeffdate planeffectivedate planstartdate insuranceeffectivedate versicherungsbeginn policenbeginn dateeffetpolice fechaefectivadelapoliza iniciodelapoliza iniciodevigencia',
};

/** Headers that mean a policy only next to a carrier or a plan. */
const PLAIN: Readonly<Record<PolicyPart, string>> = {
  carrier: 'carrier carriername currentcarrier gesellschaft compagnie',
  plan: 'plan currentplan product productname insuranceproduct policyproduct tarif produkt produit formule producto',
  number: 'contractnumber contractno certificatenumber vertragsnummer versicherungsnummer numerodecontrat poliza',
  type: 'lineofbusiness lob plantype producttype coveragetype productline sparte branche ramo',
  status: 'planstatus coveragestatus contractstatus vertragsstatus statutducontrat',
  premium:
    'premium premiums pramie prem monthlyprem annualprem mopremium beitrag monatsbeitrag jahresbeitrag prime cotisation cotisationmensuelle prima',
  premium_mode:
    'mode paymode paymentmode billingmode modeofpayment paymentfrequency billingfrequency zahlweise zahlungsweise formadepago fractionnement periodicite frequencedepaiement frecuenciadepago periodicidad',
  effective_on:
    'effectivedate effective effdate effectiveon effectivedt inforcedate vertragsbeginn datedeffet dateeffet fechaefectiva fechadeefecto vigenciadesde',
};

const PART_OF = new Map(
  [SPECIFIC, PLAIN].flatMap((spellings) =>
    Object.entries(spellings).flatMap(([part, all]) =>
      all.split(' ').map((one) => [one, { part: part as PolicyPart, isSpecific: spellings === SPECIFIC }] as const),
    ),
  ),
);

/** Owner of the column, before the significant words: `Deal - Premium`. */
const WHOSE = /^(person|contact|lead|client|customer|insured|member|deal|opportunity)+/;

const ORDINALS = [/\b(first|1st|primary)\b/, /\b(second|2nd|secondary)\b/, /\b(third|3rd)\b/, /\b(fourth|4th)\b/];

/** The part of a policy that a header names: `Carrier`, `Policy 2 Premium`, `Carrier (3)`. `null`: another thing. */
function partOf(header: string): Pick<Found, 'place' | 'part' | 'isSpecific'> | null {
  let text = header
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase();
  const numbers = new Set<number>();
  for (const [index, pattern] of ORDINALS.entries()) {
    if (!pattern.test(text)) continue;
    text = text.replace(pattern, ' ');
    numbers.add(index + 1);
  }
  const bare = text.replace(/\d+/g, (digits) => {
    numbers.add(Number(digits));
    return ' ';
  });
  const [number = 1] = numbers;
  const place = POLICY_PLACES[number - 1];
  if (numbers.size > 1 || place === undefined) return null;
  // `Policy #` is a number, `Policy #2 Carrier` isn't.
  for (const written of [bare.replaceAll('#', 'number'), bare]) {
    const name = written.replace(/[^a-z]+/g, '');
    const found = PART_OF.get(name) ?? PART_OF.get(name.replace(WHOSE, ''));
    if (found !== undefined) return { place, ...found };
  }
  return null;
}

const isText = (sample: string) => /\p{L}/u.test(sample);
const PHONE_CARRIER =
  /verizon|at ?& ?t\b|t-?mobile|sprint|wireless|cellular|landline|voip|comcast|bandwidth|cricket|metropcs/i;

/** Samples by which the columns of a part are told from others. */
const LOOKS: Readonly<Record<PolicyPart, (sample: string) => boolean>> = {
  carrier: (sample) => isText(sample) && !PHONE_CARRIER.test(sample),
  plan: (sample) => /[\p{L}\d]/u.test(sample),
  number: (sample) => /\d/.test(sample),
  type: (sample) => readPolicyType(sample) !== null,
  status: (sample) => readPolicyStatus(sample) !== null,
  premium: (sample) => readPremium(sample) !== null,
  premium_mode: (sample) => readPremiumMode(sample) !== null,
  effective_on: (sample) =>
    /^[1-9]\d{4}$/.test(sample) ||
    parsePlainDate(sample, 2030) !== null ||
    parsePlainDate(sample, 2030, 'day_first') !== null,
};

/**
 * The columns of policies, by place in the file. A header alone is no evidence: samples must not speak against it, and a
 * policy needs a column of its carrier or plan that is about insurance, be it by the columns next to it.
 */
export function policyColumns(
  columns: readonly Column[],
): ReadonlyMap<number, { readonly field: PolicyField; readonly confidence: number }> {
  const found = columns.flatMap(({ header, samples }, index): Found[] => {
    const named = partOf(header);
    if (named === null) return [];
    const filled = samples.map((sample) => sample.trim()).filter(Boolean);
    const alike = filled.length === 0 ? 0 : filled.filter(LOOKS[named.part]).length / filled.length;
    if (filled.length > 0 && alike < 0.5) return [];
    return [{ index, ...named, confidence: Math.round((0.9 + 0.1 * alike) * 100) / 100 }];
  });
  // A filled column before an empty one of the same name.
  found.sort((a, b) => b.confidence - a.confidence || a.index - b.index);
  const chosen = found.filter(
    ({ place, part }, at) => found.findIndex((other) => other.place === place && other.part === part) === at,
  );
  const isNamed = (place: PolicyPlace) => {
    const group = chosen.filter((one) => one.place === place);
    const names = group.filter(({ part }) => part === 'carrier' || part === 'plan');
    // `Plan` next to a date is also a membership.
    const isSold = group.some(({ part }) => part !== 'plan' && part !== 'premium_mode' && part !== 'effective_on');
    return names.some(({ isSpecific }) => isSpecific) || (names.length > 0 && group.length > 1 && isSold);
  };
  return new Map(
    chosen
      .filter(({ place }) => isNamed(place))
      .map(({ index, place, part, confidence }) => [index, { field: `${place}_${part}`, confidence }] as const),
  );
}
