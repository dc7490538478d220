/** `500`, `500mg`, `0.5`; a decimal point counts as a digit. */
const STRENGTH = /^\d+(?:mg|mcg|ug|gm?|ml|iu|units?|meq|mmol|hr?)?$/;
const UNITS = 'mg mgs mcg ug gm ml iu unit units meq mmol percent pct dose doses strength';

/** How it is made and taken. */
const FORMS =
  'tab tabs tablet tablets cap caps capsule capsules caplet caplets softgel softgels gelcap pill pills chew chewable ' +
  'pen pens kwikpen flexpen flextouch solostar flexpro sensoready autoinjector syringe syringes vial vials cartridge ' +
  'injection injections injectable inj shot shots inhaler inhalers inhalation inhal diskus respimat ellipta handihaler ' +
  'nebulizer neb nasal spray sprays drop drops ophthalmic otic eye ear solution soln suspension susp liquid syrup elixir ' +
  'cream ointment gel lotion foam topical patch patches transdermal oral po sublingual subcutaneous rectal suppository ' +
  'powder packet packets film lozenge kit pack';
const RELEASES =
  'er xr xl sr cr dr ir la cd ec odt hfa extended delayed immediate sustained controlled release enteric coated';

/** Salts, which follow the substance: `losartan potassium`. As the first word they are a drug: `potassium chloride`. */
const SALTS =
  'hcl hydrochloride hbr hydrobromide sodium potassium calcium magnesium sulfate sulphate besylate mesylate tosylate maleate ' +
  'malate fumarate tartrate bitartrate succinate acetate phosphate citrate nitrate mononitrate dinitrate carbonate bromide ' +
  'chloride medoxomil cilexetil etexilate monohydrate dihydrate anhydrous axetil';
const JOINTS = 'with and plus';
const SMALL = 'the a an of for in by to as';

const listed = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const [NOT_NAMES, SALT_WORDS, JOINT_WORDS] = [
  listed([UNITS, FORMS, RELEASES, SMALL].join(' ')),
  listed(SALTS),
  listed(JOINTS),
];

const TOKEN = /[\p{L}\p{N}]+(?:[.,]\d+)*|[/+&,;]/gu;

/**
 * Words by which a prescription is found: lower case, without accents, strength, form, release and salt, each once.
 * “Metformin HCl ER 500 mg tablet” is `metformin`. Never empty for a text that isn't: what has nothing but a strength or a
 * form keeps its words.
 */
export function drugWords(drug: string): string[] {
  const folded = drug.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/['’]/g, '');
  const tokens = folded.match(TOKEN) ?? [];
  const isWord = (token: string) => /[\p{L}\p{N}]/u.test(token);
  const names: string[] = [];
  // A salt names the drug at the start, and behind a joint: `aspirin with calcium`.
  let isFirst = true;
  for (const token of tokens) {
    if (!isWord(token) || JOINT_WORDS.has(token)) {
      isFirst = true;
    } else if (!STRENGTH.test(token.replace(/[.,]/g, '')) && !NOT_NAMES.has(token)) {
      if (isFirst || !SALT_WORDS.has(token)) names.push(token);
      isFirst = false;
    }
  }
  const words = names.length > 0 ? names : tokens.filter(isWord);
  return [...new Set(words.length > 0 ? words : [drug.trim()].filter(Boolean))];
}

/** `m*****`: all that is shown of a drug without revealing it. */
export const maskDrug = (drug: string): string => `${Array.from(drug)[0] ?? ''}*****`;
