import type { ReactNode } from 'react';
import type { Lookalike } from '#contract/duplicates.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { formatDate } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';

interface ContactHeadProps {
  contact: Lookalike;
  /** Name that distinguishes it from the others. */
  name: string;
  children?: ReactNode;
}

/** The head of a contact's column: who it is, whose, and how old. */
export function ContactHead({
  contact: { number, owner, created_at, last_touch_at },
  name,
  children,
}: ContactHeadProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  return (
    <>
      <Link href={`/contacts/${number}`}>{name}</Link>
      <span className="meta quiet sides-about">
        {owner.name}, added {formatDate(created_at, zone)}
        {last_touch_at ? `, last touch ${formatDate(last_touch_at, zone)}` : ''}
      </span>
      {children}
    </>
  );
}
