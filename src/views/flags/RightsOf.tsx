import { PERMISSIONS, type Role } from '#contract/access.contract.ts';
import { PERMISSION_LABELS } from '#rules/access/permission-labels.ts';
import { mayDo } from '#rules/access/permissions.ts';
import { Card } from '../_kit/display/Card.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

/** Permissions that a role has and lacks. */
export function RightsOf({ roles, label }: { roles: readonly Role[]; label: string }) {
  return (
    <Card title={`${label} permissions`} padded>
      <ul className="rights">
        {PERMISSIONS.map((permission) => (
          <li key={permission}>
            <span className="grow">{PERMISSION_LABELS[permission]}</span>
            {mayDo(roles, permission) ? <StatusWord tone="good">Yes</StatusWord> : <StatusWord>No</StatusWord>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
