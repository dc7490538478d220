import { listImportAttempts } from '#contract/imports.contract.ts';
import { listPools } from '#contract/pools.contract.ts';
import { listAgentflowStatuses, listApiVendors, listGroups, listStatuses } from '#contract/reference.contract.ts';
import { listTags } from '#contract/tags.contract.ts';
import { listAdminOwners } from '#contract/users.contract.ts';
import type { NamedField } from '#rules/contacts/scope-sentence.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Choices by field; absent: not loaded. */
export type ScopeChoices = Partial<Readonly<Record<NamedField, readonly Choice[]>>>;

/** Contacts keep what is off, so they can still be found by it. */
const choicesOf = (
  rows: readonly { readonly id: number; readonly name: string; readonly active?: boolean }[],
): Choice[] =>
  rows.map(({ id, name, active }) => ({ value: String(id), label: active === false ? `${name} (off)` : name }));

/** Imports at most; older ones keep their number. */
const NEWEST = { tab: 'all', page: 1, limit: 200 } as const;

/** The choices of these fields, by their names. */
export function useScopeChoices(fields: readonly NamedField[]): ScopeChoices {
  const { user } = useApp();
  const mayList = user.permissions.includes('users.read');
  const asked = (field: NamedField) => (fields.includes(field) ? {} : null);
  const tags = useResource(listTags, asked('tag')).data;
  const statuses = useResource(listStatuses, asked('status')).data;
  const agentflow = useResource(listAgentflowStatuses, asked('agentflow_status')).data;
  const groups = useResource(listGroups, asked('group')).data;
  const pools = useResource(listPools, asked('pool')).data;
  const vendors = useResource(listApiVendors, asked('api_vendor')).data;
  const owners = useResource(listAdminOwners, mayList ? asked('owner') : null).data;
  const mayImport = user.permissions.includes('imports.run');
  const imports = useResource(
    listImportAttempts,
    mayImport && fields.includes('import_id') ? { query: NEWEST } : null,
  ).data;
  const self = { id: user.id, name: `${user.first_name} ${user.last_name}`.trim() };
  const others = (owners?.data ?? []).filter(({ id }) => id !== user.id);
  return {
    ...(tags && { tag: choicesOf(tags.data) }),
    ...(statuses && { status: choicesOf(statuses.data) }),
    ...(agentflow && { agentflow_status: choicesOf(agentflow.data) }),
    ...(groups && { group: choicesOf(groups.data) }),
    ...(pools && { pool: choicesOf(pools.data) }),
    ...(vendors && {
      api_vendor: choicesOf(vendors.data.map(({ vendor_name: name, ...vendor }) => ({ ...vendor, name }))),
    }),
    ...(imports && { import_id: imports.data.map(({ id, file_name }) => ({ value: String(id), label: file_name })) }),
    ...(fields.includes('owner') && { owner: choicesOf([self, ...others]) }),
  };
}
