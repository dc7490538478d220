import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const EraseDialog = lazyPart(() => import('./EraseDialog.tsx'), 'EraseDialog');
const ErasureState = lazyPart(() => import('./ErasureState.tsx'), 'ErasureState');

/** Lets admins erase a person. */
export function ErasureCard({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const [asks, setAsks] = useState(false);
  if (!user.permissions.includes('compliance.manage')) return null;
  return (
    <section>
      {contact.deleted_at === null ? null : <ErasureState number={contact.number} />}
      <Button size="small" onClick={() => setAsks(true)}>
        Erase personal data…
      </Button>
      {asks ? <EraseDialog contact={contact} onClose={() => setAsks(false)} /> : null}
    </section>
  );
}

/** What became of a contact that no longer exists, for admins. */
export function ErasedContact({ number }: { number: number }) {
  const { user } = useApp();
  return user.permissions.includes('compliance.manage') ? <ErasureState number={number} /> : null;
}
