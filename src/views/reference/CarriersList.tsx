import { ShieldCheck } from 'lucide-react';
import { type Carrier, carriers } from '#contract/carriers.contract.ts';
import { ResourceList } from '../_resource/ResourceList.tsx';
import { nameOf } from './list-columns.tsx';
import { usedText } from '../_resource/retirable.tsx';

const NEW_CARRIER = { active: true, lines: [] };

const countOf = ({ policies }: Carrier) => usedText(policies);

/** Insurers that policies name. */
export function CarriersList() {
  return (
    <ResourceList
      of={carriers}
      icon={ShieldCheck}
      about="The insurers you sell for. Names used in policies are added automatically."
      searched="Name, website"
      nameOf={nameOf}
      columns={[
        { head: 'Name', cell: nameOf, sortBy: 'name', narrow: 'title' },
        { head: 'Lines', cell: ({ lines }) => lines.join(', '), narrow: 'sub' },
        { head: 'Policies', cell: countOf, sortBy: 'policies', numeric: true, narrow: 'aside', width: '8em' },
        {
          head: 'Status',
          cell: ({ active, found }) => (active ? 'Offered' : found ? 'From policies' : 'Off'),
          sortBy: 'active',
          narrow: 'sub-aside',
          width: '9em',
        },
      ]}
      values={(carrier) => carrier ?? NEW_CARRIER}
      fields={({ text, list, check }, carrier) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {list('lines', 'Lines', 'Separate them with commas: Medigap, Part D.')}
          {text('agent_line', 'Agent line', { type: 'tel', maxLength: 40 })}
          {text('website', 'Website', { type: 'url', maxLength: 300 })}
          <div className="whole stack">
            {check('active', 'Offered for new policies')}
            {carrier !== null && carrier.policies > 0 ? (
              <p className="hint">
                Policies: {countOf(carrier)}. Renaming the carrier renames it there, too. A carrier in use can be turned
                off, but not deleted.
              </p>
            ) : null}
          </div>
        </>
      )}
    />
  );
}
