import type { Ref } from 'react';
import { ROLES } from '#contract/access.contract.ts';
import type { UsersSearch } from './users-search.ts';
import { useApp } from '../_base/use-app.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { SearchBox } from '../_base/list/SearchBox.tsx';

interface UserFiltersProps {
  search: UsersSearch;
  /** From the first page on. */
  onNarrow: (change: UsersSearch) => void;
  searchRef: Ref<HTMLInputElement>;
}

const ACTIVE = [
  { value: '', label: 'Status' },
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Deactivated' },
];

/** Filters of the user list. */
export function UserFilters({ search, onNarrow, searchRef }: UserFiltersProps) {
  const { brand, user } = useApp();
  const roles = ROLES.filter((role) => !brand.hiddenRoles.includes(role) || role === search.role);
  const mayAct = user.permissions.includes('users.actAs');
  return (
    <div className="filters user-filters">
      <SearchBox
        ref={searchRef}
        label="Search users"
        placeholder="Name, username, e-mail, number"
        value={search.q ?? ''}
        onSearch={(q) => (q === (search.q ?? '') ? undefined : onNarrow({ q: q || undefined }))}
      />
      <SelectField
        label="Role"
        labelHidden
        value={search.role ?? ''}
        options={[
          { value: '', label: 'All roles' },
          ...roles.map((role) => ({ value: role, label: brand.roleLabels[role] })),
        ]}
        onChange={(event) => onNarrow({ role: roles.find((role) => role === event.target.value) })}
      />
      <SelectField
        label="Active"
        labelHidden
        value={search.active ?? ''}
        options={ACTIVE}
        onChange={(event) => onNarrow({ active: flagOf(event.target.value) })}
      />
      {mayAct ? (
        <Checkbox
          checked={search.impersonators === 'true'}
          onCheckedChange={(checked) => onNarrow({ impersonators: checked ? 'true' : undefined })}
        >
          I can log in as
        </Checkbox>
      ) : null}
      {seesAssigned(user.roles) ? (
        <Checkbox
          checked={search.only_rm === 'true'}
          onCheckedChange={(checked) => onNarrow({ only_rm: checked ? 'true' : undefined })}
        >
          Assigned accounts only
        </Checkbox>
      ) : null}
    </div>
  );
}

const flagOf = (value: string) => (value === 'true' || value === 'false' ? value : undefined);

/** Roles whose list includes users of other accounts. */
export const seesAssigned = (roles: readonly string[]): boolean => roles.includes('relationship_manager');
