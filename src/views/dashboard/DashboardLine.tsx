import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FollowUp } from '#contract/dashboard.contract.ts';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { DialNumber } from '../phone/panel/DialNumber.tsx';

interface DashboardLineProps {
  contact: Pick<FollowUp, 'number' | 'name' | 'phone' | 'owner'>;
  /** Text next to the name. */
  about: string;
  withOwner: boolean;
  /** At the right: when, and what can be done. */
  children: ReactNode;
}

/** One contact of a list of today. */
export function DashboardLine({ contact, about, withOwner, children }: DashboardLineProps) {
  const beside = [about, withOwner ? contact.owner.name : ''].filter(Boolean).join(', ');
  return (
    <li className="dashboard-line">
      <Avatar name={contact.name} />
      <span className="grow dashboard-who">
        <Link href={`/contacts/${contact.number}`}>{contact.name}</Link>
        {beside ? <span className="meta quiet cut">{beside}</span> : null}
      </span>
      {contact.phone ? <DialNumber number={contact.phone} className="meta dashboard-phone" without="link" /> : null}
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
