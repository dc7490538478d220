import { Network } from 'lucide-react';
import { businessUnits } from '#contract/business-units.contract.ts';
import { listUserPlaces } from '#contract/users.contract.ts';
import { ListPage } from '../_resource/ListPage.tsx';
import { NEW, OfferedField, usageColumns } from '../_resource/retirable.tsx';

/** The parts of an agency. */
export function BusinessUnitsPage() {
  return (
    <ListPage
      of={businessUnits}
      icon={Network}
      about="Parts of your agency, with users, lists and administrators of their own."
      searched="Name, number"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        { head: 'Number', cell: ({ number }) => number, sortBy: 'number', narrow: 'sub', width: '10em' },
        ...usageColumns('Users'),
      ]}
      values={(unit) => unit ?? NEW}
      fields={({ text, check }, unit) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {text('number', 'Number', {
            maxLength: 20,
            ...(unit === null && { hint: 'Leave it empty for the next number.' }),
          })}
          <OfferedField check={check} row={unit} head="Users" />
        </>
      )}
      alsoShown={[listUserPlaces]}
    />
  );
}
