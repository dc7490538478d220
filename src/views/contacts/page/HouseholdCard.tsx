import { Link2 } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { type HouseholdMember, listHousehold } from '#contract/contacts/person.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { fullName, listName } from '../list/contact-columns.ts';
import { useLink } from './use-link.ts';

interface HouseholdCardProps {
  contact: Contact;
  readOnly: boolean;
}

const REASON_WORDS = { address: 'Same address', phone: 'Same phone' } as const;

/** People of one home. */
export function HouseholdCard({ contact, readOnly }: HouseholdCardProps) {
  const { id, address, phone, phone_2 } = contact;
  const sharesSomething = Boolean(address || phone || phone_2);
  const household = useResource(listHousehold, sharesSomething ? { params: { id } } : null);
  const { link } = useLink(contact);
  const { members = [], deleted = [] } = household.data?.data ?? {};
  if (household.error && household.data === null)
    return (
      <section aria-label="Household">
        <h2 className="label">Household</h2>
        <p className="soft">Couldn't load household.</p>
        <Button size="small" onClick={household.reload}>
          Try again
        </Button>
      </section>
    );
  if (members.length + deleted.length === 0) return null;
  return (
    <section aria-label="Household">
      <h2 className="label">Household</h2>
      <ul className="people-list">
        {members.map((member) => (
          <Member key={member.id} member={member}>
            {readOnly || contact.linked_contact?.id === member.id ? null : (
              <IconButton
                icon={Link2}
                size="small"
                label={`Link with ${nameOf(member)}`}
                onClick={() => link(member.id)}
              />
            )}
          </Member>
        ))}
      </ul>
      {deleted.length > 0 ? (
        <details className="people-deleted">
          <summary className="soft">{formatCounted(deleted.length, 'deleted contact', 'deleted contacts')}</summary>
          <ul className="people-list">
            {deleted.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

const nameOf = (member: HouseholdMember) => fullName(member) || listName(member);

function Member({ member, children }: { member: HouseholdMember; children?: React.ReactNode }) {
  return (
    <li>
      <Avatar name={nameOf(member)} />
      <span className="grow">
        <Link href={`/contacts/${member.number}`}>{nameOf(member)}</Link>
        <span className="meta quiet">
          {member.reasons
            .map((reason, at) => (at === 0 ? REASON_WORDS[reason] : REASON_WORDS[reason].toLowerCase()))
            .join(', ')}
        </span>
      </span>
      {children}
    </li>
  );
}
