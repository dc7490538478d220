import { type AdminUserDetail, listUsers, readUser, setPaidMembership } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Card } from '../_kit/display/Card.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import type { UserChange } from './use-user-change.ts';

interface UserMembershipProps {
  person: AdminUserDetail;
  change: UserChange;
}

const PLANS = [
  { value: '', label: 'None' },
  { value: 'standard', label: 'Standard' },
  { value: 'premium', label: 'Premium' },
];

const FLAGS = [
  { field: 'wallet_feature_enabled', label: 'Wallet', short: 'Wallet' },
  { field: 'regional_manager_enabled', label: 'Eligible for regional manager', short: 'Regional' },
  { field: 'c_1', label: 'C1', short: 'C1' },
  { field: 'aris', label: 'ARIS', short: 'ARIS' },
] as const;

/** Membership and switched-on features, managed by account administrators. */
export function UserMembership({ person, change }: UserMembershipProps) {
  const { user, toasts } = useApp();
  const pay = useSubmit(setPaidMembership, {
    invalidates: [listUsers, readUser],
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const decides = person.may.edit && user.permissions.includes('flags.manage');
  const failure = [...FLAGS, { field: 'max_plus_plan' as const }]
    .map(({ field }) => change.failureOf(field))
    .find((found) => found !== null);
  if (!decides)
    return (
      <Card title="Membership" padded>
        <Facts
          facts={[
            { label: 'Membership', value: person.paid_membership ? 'Paid' : 'Unpaid' },
            { label: 'Max-plus', value: PLANS.find(({ value }) => value === (person.max_plus_plan ?? ''))?.label },
            ...FLAGS.map(({ field, short }) => ({ label: short, value: person.flags[field] ? 'On' : 'Off' })),
          ]}
        />
        {person.may.edit ? <p className="meta quiet">Only an account administrator can change these.</p> : null}
      </Card>
    );
  return (
    <Card title="Membership" padded className="user-membership">
      <Checkbox
        checked={person.paid_membership}
        disabled={!person.may.paid_membership}
        onCheckedChange={(checked) => pay.submit({ params: { id: person.id }, body: { paid_membership: checked } })}
      >
        Membership paid
      </Checkbox>
      {FLAGS.map(({ field, label }) => (
        <Checkbox key={field} checked={person.flags[field]} onCheckedChange={(checked) => change.save(field, checked)}>
          {label}
        </Checkbox>
      ))}
      <SelectField
        label="Max-plus plan"
        value={person.max_plus_plan ?? ''}
        options={PLANS}
        onChange={({ target: { value } }) =>
          change.save('max_plus_plan', value === 'standard' || value === 'premium' ? value : null)
        }
      />
      {failure ? <Note tone="bad" title={failure.message} role="alert" /> : null}
    </Card>
  );
}
