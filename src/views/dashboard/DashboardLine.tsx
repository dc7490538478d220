import { type LucideIcon, PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FollowUp } from '#contract/dashboard.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { DialNumber } from '../phone/panel/DialNumber.tsx';

interface DashboardLineProps {
  contact: Pick<FollowUp, 'id' | 'number' | 'name' | 'phone' | 'owner'>;
  /** Text next to the name. */
  about: string;
  withOwner: boolean;
  /** Why they can't be called now; absent: they can, or it isn't known. */
  callBlocked?: string | undefined;
  /** At the right: when, and what can be done. */
  children: ReactNode;
}

/** One contact of a list of today. */
export function DashboardLine({ contact, about, withOwner, callBlocked, children }: DashboardLineProps) {
  const beside = [about, withOwner ? contact.owner.name : ''].filter(Boolean).join(', ');
  return (
    <li className="dashboard-line">
      <Avatar name={contact.name} />
      <span className="grow dashboard-who">
        <Link href={`/contacts/${contact.number}`}>{contact.name}</Link>
        {beside ? <span className="meta quiet cut">{beside}</span> : null}
      </span>
      {contact.phone === null ? null : callBlocked === undefined ? (
        <DialNumber number={contact.phone} contactId={contact.id} className="meta dashboard-phone" without="link" />
      ) : (
        <span className="meta quiet dashboard-phone" title={callBlocked}>
          <Icon of={PhoneOff} /> {formatPhone(contact.phone)}
          <span className="sr">, {callBlocked}</span>
        </span>
      )}
      {children}
    </li>
  );
}

export function NothingHere({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="soft pad row">
      <Icon of={icon} /> {children}
    </p>
  );
}

/** Rows shown, with a plus where there are more. */
export const countWords = (shown: number, more: boolean) => (more ? `${shown}+` : String(shown));

export const MoreOf = ({ more }: { more: boolean }) =>
  more ? <p className="meta quiet pad">There are more. Filter your contacts to see all.</p> : null;
