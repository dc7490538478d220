import { useState } from 'react';
import { type Contact, listContacts } from '#contract/contacts.contract.ts';
import { formatPlainDate } from '#rules/plain-date.ts';
import { turns65 } from '#rules/turning-65.ts';
import { IANA_ZONES } from '#rules/time-zone.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_app/use-app.ts';
import { useResource } from '../_app/use-resource.ts';
import { Avatar } from '../_kit/Avatar.tsx';
import { Facts } from '../_kit/Facts.tsx';
import { formatDate } from '../_kit/format-when.ts';
import { Link } from '../_kit/Link.tsx';
import { fullName, listName } from './contact-columns.ts';

/** What matters now: the next eligibility date, who shares the line, where the record stands. */
export function ContactAside({ contact }: { contact: Contact }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const household = useResource(
    listContacts,
    contact.phone
      ? {
          body: {
            contacts_scope: { contact_group: 'all', search: [{ field: 'phone', value: contact.phone }], limit: 10 },
          },
        }
      : null,
  );
  const others = (household.data?.data ?? []).filter(
    (other) => other.id !== contact.id && other.phone === contact.phone,
  );
  const [today] = useState(() => new Date(clockNow()).toISOString().slice(0, 10));
  const turning = contact.dob ? turns65(contact.dob, today) : null;

  return (
    <aside className="contact-aside" aria-label="What matters now">
      {turning ? (
        <section>
          <h2 className="label">Medicare</h2>
          <p className="section">
            {turning.past ? 'Turned 65' : 'Turns 65'} on {formatPlainDate(turning.date)}
          </p>
          {turning.past ? null : <p className="soft">{turning.days === 1 ? 'Tomorrow' : `In ${turning.days} days`}</p>}
        </section>
      ) : null}
      {others.length > 0 ? (
        <section>
          <h2 className="label">Same phone</h2>
          <ul className="stack">
            {others.map((other) => (
              <li key={other.id} className="row">
                <Avatar name={fullName(other) || listName(other)} />
                <Link href={`/contacts/${other.number}`}>{fullName(other) || listName(other)}</Link>
                <span className="end quiet meta">{other.owner.name}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section>
        <h2 className="label">Record</h2>
        <Facts
          facts={[
            { label: 'Number', value: <span className="num">{contact.number}</span> },
            { label: 'Added', value: formatDate(contact.created_at, zone) },
            { label: 'Changed', value: formatDate(contact.updated_at, zone) },
            ...(contact.last_touch_at ? [{ label: 'Last touch', value: formatDate(contact.last_touch_at, zone) }] : []),
            ...(contact.deleted_at ? [{ label: 'Deleted', value: formatDate(contact.deleted_at, zone) }] : []),
          ]}
        />
      </section>
    </aside>
  );
}
