/** Facts about the contact and the sender available in letters and templates; empty where unknown. */
export const MERGE_FIELDS = [
  { name: 'first_name', label: 'First name' },
  { name: 'last_name', label: 'Last name' },
  { name: 'full_name', label: 'Full name' },
  { name: 'company', label: 'Company' },
  { name: 'address', label: 'Street' },
  { name: 'city', label: 'City' },
  { name: 'state', label: 'State' },
  { name: 'zip_code', label: 'ZIP code' },
  { name: 'phone', label: 'Phone' },
  { name: 'email', label: 'E-mail' },
  { name: 'today', label: 'Date' },
  { name: 'my_name', label: 'My name' },
  { name: 'my_phone', label: 'My phone' },
  { name: 'my_email', label: 'My e-mail' },
] as const;
export type MergeField = (typeof MERGE_FIELDS)[number]['name'];

export type MergeValues = Readonly<Record<MergeField, string>>;

/** Form in a text. */
export const mergeMark = (name: MergeField): string => `{{ ${name} }}`;
