import { Plus } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';

/** How many prescriptions the contact has, and the way to them: the drugs themselves are shown on demand. */
export function ContactRx({ contact, count, readOnly }: { contact: Contact; count: number | null; readOnly: boolean }) {
  const href = `/contacts/${contact.number}?tab=rx`;
  return (
    <section aria-label="Prescriptions at a glance">
      <div className="row">
        <h2 className="label">Rx</h2>
        {readOnly ? null : (
          <ButtonLink size="small" look="plain" icon={Plus} className="end" href={href}>
            Add
          </ButtonLink>
        )}
      </div>
      {count === 0 ? (
        <p className="soft">No prescriptions</p>
      ) : (
        <p>
          <Link href={href}>
            {count === null ? 'Prescriptions' : formatCounted(count, 'prescription', 'prescriptions')}
          </Link>
        </p>
      )}
    </section>
  );
}
