/** A name of code as words: `phone_type` is `phone type`. */
export const plainWords = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]/g, ' ')
    .toLowerCase();

const FIELDS: Readonly<Record<string, string>> = {
  died_on: 'date of death',
  dob: 'birth date',
  email: 'e-mail',
  email_2: 'second e-mail',
  phone_2: 'second phone',
  phone_type: 'kind of phone',
  phone_2_type: 'kind of second phone',
  phone_ext: 'extension',
  phone_2_ext: 'extension of the second phone',
  tag_ids: 'tags',
  zip_code: 'ZIP code',
  agentflow_status_id: 'Agentflow status',
  follow_up_on: 'follow-up day',
  follow_up_time: 'follow-up time',
  follow_up_note: 'follow-up note',
  premium_cents: 'premium',
  premium_period: 'premium mode',
  face_amount_cents: 'face amount',
  value_cents: 'value',
  effective_on: 'effective date',
  expires_on: 'termination date',
  purchased_on: 'purchase date',
  matures_on: 'maturity date',
  qualified: 'tax status',
  ssn: 'Social Security number',
  medicare_number: 'Medicare number',
};

/** Names of fields as a list: "phone, city and birth date". */
export function fieldWords(fields: readonly string[]): string {
  const words = fields.map((field) => FIELDS[field] ?? plainWords(field.replace(/_id$/, '')));
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
