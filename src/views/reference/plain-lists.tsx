import { Archive, ListTree } from 'lucide-react';
import { pools } from '#contract/pools.contract.ts';
import {
  apiVendors,
  categories,
  groups,
  listApiVendors,
  listCategories,
  listGroups,
  listSources,
  sources,
} from '#contract/reference.contract.ts';
import { tags } from '#contract/tags.contract.ts';
import { listAdminOwners } from '#contract/users.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { useResource } from '../_base/use-resource.ts';
import { ResourceList } from '../_resource/ResourceList.tsx';
import { COLORS, COLOR, NAME, nameOf, NEW_COLOR } from './list-columns.tsx';
import { NEW, OfferedField, usageColumns } from '../_resource/retirable.tsx';

/** Width of a name beside one other column. */
const NAME_WIDTH = '18em';

/** Groups of contacts. */
export function GroupsList() {
  return (
    <ResourceList
      of={groups}
      icon={ListTree}
      about="Each contact belongs to at most one group: a church, a seminar, an employer."
      searched="Name"
      nameOf={nameOf}
      columns={[NAME, ...usageColumns()]}
      values={(group) => group ?? NEW}
      fields={({ text, check }, group) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          <OfferedField check={check} row={group} />
        </>
      )}
      alsoShown={[listGroups]}
    />
  );
}

/** Tags of contacts. */
export function TagsList() {
  return (
    <ResourceList
      of={tags}
      icon={ListTree}
      about="A contact can have up to 50 tags. Rename and recolor tags here."
      searched="Name"
      nameOf={nameOf}
      columns={[{ ...NAME, width: NAME_WIDTH }, COLOR]}
      values={(tag) => tag ?? { color: NEW_COLOR }}
      fields={({ text, choice }) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          {choice('color', 'Color', COLORS)}
        </>
      )}
    />
  );
}

/** Sets of contacts that several users share, and who holds them. */
export function PoolsList() {
  const people = useResource(listAdminOwners, {});
  return (
    <ResourceList
      of={pools}
      icon={Archive}
      about="A pool is a set of contacts several users share. Add one and choose its holders."
      searched="Name"
      nameOf={nameOf}
      columns={[NAME]}
      values={(pool) => (pool === null ? {} : { ...pool, holder_ids: pool.holders.map(({ id }) => id) })}
      fields={({ text, several }, pool) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          {several('holder_ids', 'Holders', eachOnce(pool?.holders ?? [], people.data?.data ?? []), 'Add a holder')}
        </>
      )}
    />
  );
}

interface Person {
  readonly id: number;
  readonly name: string;
}

/** The holders, also those who are out of the current user's reach, and the people who can be added. */
const eachOnce = (holders: readonly Person[], people: readonly Person[]): Person[] => [
  ...holders,
  ...people.filter(({ id }) => holders.every((holder) => holder.id !== id)),
];

/** Sources of contacts. */
export function SourcesList() {
  return (
    <ResourceList
      of={sources}
      icon={ListTree}
      about="Where contacts come from: direct mail, a referral, a web form."
      searched="Name"
      nameOf={nameOf}
      columns={[NAME, ...usageColumns()]}
      values={(source) => source ?? NEW}
      fields={({ text, check }, source) => (
        <>
          {text('name', 'Name', { maxLength: 60 })}
          <OfferedField check={check} row={source} />
        </>
      )}
      alsoShown={[listSources]}
    />
  );
}

/** Products that contacts are interested in. */
export function CategoriesList() {
  return (
    <ResourceList
      of={categories}
      icon={ListTree}
      about="The product a contact is interested in: Medicare, life, final expense."
      searched="Name"
      nameOf={({ title }) => title}
      columns={[
        { head: 'Name', cell: ({ title }) => title, narrow: 'title', width: NAME_WIDTH },
        { head: 'Description', cell: ({ description }) => description, narrow: 'sub' },
        ...usageColumns(),
      ]}
      values={(category) => category ?? NEW}
      fields={({ text, area, check }, category) => (
        <>
          {text('title', 'Name', { maxLength: 60 })}
          {area('description', 'Description', { maxLength: 500 })}
          <OfferedField check={check} row={category} />
        </>
      )}
      alsoShown={[listCategories]}
    />
  );
}

/** Companies that sell or send leads. */
export function VendorsList() {
  const people = useResource(listAdminOwners, {});
  return (
    <ResourceList
      of={apiVendors}
      icon={ListTree}
      about="Companies that sell or send you leads. You can name one in an import."
      searched="Name"
      nameOf={({ vendor_name: name }) => name}
      columns={[
        { head: 'Name', cell: ({ vendor_name: name }) => name, narrow: 'title', width: NAME_WIDTH },
        { head: 'Type', cell: ({ vendor_type: type }) => type, narrow: 'sub' },
        {
          head: 'Cost per lead',
          cell: ({ lead_cost_cents: cost }) => (cost === null ? '' : dollars(cost)),
          numeric: true,
          narrow: 'none',
        },
        ...usageColumns(),
      ]}
      values={(vendor) => vendor ?? NEW}
      fields={({ text, money, several, check }, vendor) => (
        <>
          {text('vendor_name', 'Name', { maxLength: 60 })}
          {text('vendor_type', 'Type', { maxLength: 60 })}
          {money('lead_cost_cents', 'Cost per lead')}
          {several('lead_user_ids', 'Leads by API go to, in turn', people.data?.data ?? [], 'Add a user')}
          <OfferedField check={check} row={vendor} />
        </>
      )}
      alsoShown={[listApiVendors]}
    />
  );
}
