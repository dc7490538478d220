import { MapPin } from 'lucide-react';
import { OFFICE_TYPES, officeLocations } from '#contract/office-locations.contract.ts';
import { TIME_ZONES } from '#contract/session.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { ZONE_NAMES } from '#rules/time/time-zone.ts';
import { useUnits } from '../_base/use-units.ts';
import { capital } from '#rules/words/capital.ts';
import { ListPage } from '../_resource/ListPage.tsx';

const TYPES = OFFICE_TYPES.map((value) => ({ value, label: capital(value) }));
const ZONES = [{ value: '', label: 'Not set' }, ...TIME_ZONES.map((value) => ({ value, label: ZONE_NAMES[value] }))];

const NEW_OFFICE = { office_type: 'branch' } as const;

/** The offices that agents work from. */
export function OfficesPage() {
  const { units, forUnit } = useUnits();
  return (
    <ListPage
      of={officeLocations}
      icon={MapPin}
      about="Add the offices your agents work from."
      searched="Name, address, phone"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        { head: 'Type', cell: ({ office_type: type }) => capital(type), sortBy: 'office_type', narrow: 'aside' },
        { head: 'Address', cell: ({ address }) => address, narrow: 'none' },
        { head: 'City', cell: ({ city }) => city, sortBy: 'city', narrow: 'sub' },
        { head: 'State', cell: ({ state }) => state, sortBy: 'state', narrow: 'sub-aside', width: '5em' },
        { head: 'Phone', cell: ({ phone }) => formatPhone(phone), narrow: 'none', width: '10em' },
        { ...forUnit, narrow: 'none' },
      ]}
      values={(office) => office ?? NEW_OFFICE}
      fields={({ text, choice, pick, state }, office) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {choice('office_type', 'Type', TYPES)}
          {office === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          {text('address', 'Address', { maxLength: 200 })}
          {text('city', 'City', { maxLength: 80 })}
          <div className="pair">
            {state('state', 'State')}
            {text('zip_code', 'ZIP code', { maxLength: 10, inputMode: 'numeric' })}
          </div>
          {text('phone', 'Phone', { type: 'tel', maxLength: 40 })}
          {text('email', 'E-mail', { type: 'email', maxLength: 160 })}
          {choice('timezone', 'Time zone', ZONES)}
        </>
      )}
    />
  );
}
