import { type Brand, brands } from '#brands/brand.ts';
import { ROLES, type Role } from '#contract/access.contract.ts';
import type { FeatureFacts } from '#rules/access/features.ts';
import { capital } from '#rules/words/capital.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';

/** Role and plan for previewing features. */
export interface Preview {
  readonly brand: Brand['key'];
  readonly environment: FeatureFacts['environment'];
  readonly accountType: Role;
  readonly plan: 'none' | 'standard' | 'premium';
  readonly wallet: boolean;
}

const ENVIRONMENTS: readonly Preview['environment'][] = ['development', 'demo', 'stage', 'production'];
const PLANS = [
  { value: 'none', label: 'No max-plus plan' },
  { value: 'standard', label: 'Standard' },
  { value: 'premium', label: 'Premium' },
] as const;

interface PreviewFormProps {
  value: Preview;
  onChange: (value: Preview) => void;
}

/** Role, plan, brand and environment to look through; it changes nothing. */
export function PreviewForm({ value, onChange }: PreviewFormProps) {
  const brand = brands[value.brand];
  const roles = ROLES.filter((role) => !brand.hiddenRoles.includes(role));
  return (
    <div className="preview-form">
      <SelectField
        label="Role"
        value={value.accountType}
        options={roles.map((role) => ({ value: role, label: brand.roleLabels[role] }))}
        onChange={({ target }) =>
          onChange({ ...value, accountType: roles.find((role) => role === target.value) ?? 'agent' })
        }
      />
      <SelectField
        label="Plan"
        value={value.plan}
        options={PLANS}
        onChange={({ target }) =>
          onChange({ ...value, plan: PLANS.find((plan) => plan.value === target.value)?.value ?? 'none' })
        }
      />
      <SelectField
        label="Brand"
        value={value.brand}
        options={Object.values(brands).map(({ key, name }) => ({ value: key, label: name }))}
        onChange={({ target }) => {
          const next = Object.values(brands).find(({ key }) => key === target.value) ?? brand;
          const isHidden = next.hiddenRoles.includes(value.accountType);
          onChange({ ...value, brand: next.key, accountType: isHidden ? 'agent' : value.accountType });
        }}
      />
      <SelectField
        label="Environment"
        value={value.environment}
        options={ENVIRONMENTS.map((value) => ({ value, label: capital(value) }))}
        onChange={({ target }) =>
          onChange({ ...value, environment: ENVIRONMENTS.find((known) => known === target.value) ?? 'production' })
        }
      />
      <Checkbox checked={value.wallet} onCheckedChange={(wallet) => onChange({ ...value, wallet })}>
        Wallet
      </Checkbox>
    </div>
  );
}
