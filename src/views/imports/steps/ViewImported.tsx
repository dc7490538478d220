import { Users } from 'lucide-react';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { ButtonLink } from '../../_kit/controls/Button.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { createdBy, createdByHref, hasCreated } from '../imported-contacts.ts';

/** Opens the contacts that the import created. Counts those that the list shows: some may have been deleted since. */
export function ViewImported({ attempt }: { attempt: ImportAttempt }) {
  const found = useResource(
    listContacts,
    hasCreated(attempt) ? { body: { contacts_scope: { ...createdBy(attempt.id), limit: 1 } } } : null,
  );
  const count = found.data?.meta.total_count ?? null;
  if (count === null || count === 0) return null;
  return (
    <ButtonLink look="primary" icon={Users} href={createdByHref(attempt.id)}>
      View {formatCounted(count, 'contact', 'contacts')}
    </ButtonLink>
  );
}
