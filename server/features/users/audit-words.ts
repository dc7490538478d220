import type { Brand } from '#brands/brand.ts';
import { ROLES } from '#contract/access.contract.ts';

/** Fields of a person as the audit list calls them. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  first_name: 'first name',
  last_name: 'last name',
  email: 'e-mail',
  phone: 'phone',
  number: 'number',
  timezone: 'time zone',
  job_title: 'job title',
  business_unit_id: 'business unit',
  manager_id: 'manager',
  two_fa_required: 'two-factor required',
  change_password: 'must change the password',
  auth_ips: 'allowed addresses',
  c_1: 'C1',
  aris: 'ARIS',
  wallet_feature_enabled: 'wallet',
  regional_manager_enabled: 'regional manager',
  max_plus_plan: 'max-plus plan',
  paid_membership: 'paid membership',
};

/** Detail of an audit row besides its action, as one line. */
export function auditLine(
  detail: Readonly<Record<string, unknown>>,
  { roleLabels }: Pick<Brand, 'roleLabels'>,
): string {
  const { reason, changes, before, after, ip } = detail;
  if (typeof reason === 'string') return reason;
  if (isRecord(changes)) {
    const fields = Object.keys(FIELD_WORDS).filter((field) => field in changes);
    return fields.map((field) => changeWords(field, changes[field])).join('; ');
  }
  if (typeof before === 'string' && typeof after === 'string') {
    const label = (name: string) => roleLabels[ROLES.find((role) => role === name) ?? 'agent'];
    return `${label(before)} → ${label(after)}`;
  }
  return typeof ip === 'string' ? `from ${ip}` : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function changeWords(field: string, pair: unknown): string {
  const word = FIELD_WORDS[field] ?? field;
  const [before, after] = Array.isArray(pair) ? (pair as unknown[]) : [];
  return `${word}: ${valueWords(before)} → ${valueWords(after)}`;
}

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
