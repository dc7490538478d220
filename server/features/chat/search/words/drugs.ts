/** Drugs that agents ask about most, by brand and substance. Source: our choice; others are asked about. */
const NAMES =
  'eliquis xarelto metformin insulin lantus humalog novolog ozempic trulicity mounjaro januvia jardiance farxiga wegovy zepbound ' +
  'lisinopril losartan amlodipine metoprolol atorvastatin lipitor simvastatin rosuvastatin crestor pravastatin warfarin ' +
  'coumadin plavix clopidogrel levothyroxine synthroid omeprazole prilosec nexium gabapentin neurontin lyrica albuterol ' +
  'advair symbicort spiriva breo trelegy prednisone humira enbrel stelara keytruda revlimid xeljanz entresto furosemide lasix ' +
  'hydrochlorothiazide carvedilol tamsulosin flomax sertraline zoloft lexapro escitalopram trazodone xanax alprazolam ' +
  'tramadol hydrocodone oxycodone celebrex meloxicam glipizide tresiba basaglar rybelsus victoza repatha praluent ' +
  'zetia allopurinol donepezil aricept namenda memantine levemir prolia restasis myrbetriq vyvanse adderall ' +
  'aspirin apixaban rivaroxaban semaglutide tirzepatide dulaglutide sitagliptin empagliflozin dapagliflozin pantoprazole';

/** Groups whose names are all known: prescriptions often have the brand alone. */
const INSULINS =
  'insulin Lantus Basaglar Toujeo Semglee Rezvoglar Levemir Tresiba Humalog Admelog Lyumjev Novolog Fiasp Apidra Humulin ' +
  'Novolin Soliqua Xultophy Afrezza';
const STATINS =
  'statin atorvastatin Lipitor rosuvastatin Crestor simvastatin Zocor pravastatin Pravachol lovastatin Altoprev fluvastatin ' +
  'Lescol pitavastatin Livalo Zypitamag Caduet Vytorin Roszet';

export const GROUPS: ReadonlyMap<string, readonly string[]> = new Map([
  ['insulin', INSULINS.split(' ')],
  ['insulins', INSULINS.split(' ')],
  ['statin', STATINS.split(' ')],
  ['statins', STATINS.split(' ')],
]);

export const DRUGS: ReadonlySet<string> = new Set([
  ...NAMES.split(' '),
  ...[...GROUPS.values()].flat().map((name) => name.toLowerCase()),
  ...GROUPS.keys(),
]);

/** Kinds of insulin, which mean that substance alone. */
export const INSULIN_KINDS: ReadonlySet<string> = new Set(
  'glargine lispro aspart degludec detemir glulisine nph regular'.split(' '),
);
