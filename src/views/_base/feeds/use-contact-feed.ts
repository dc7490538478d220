import { useEffect } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { observeContactStaleness } from '../../../actors/contacts.actors.ts';
import { useActors } from '../app-context.ts';

/** Keeps every view of a contact up to date with anyone's changes. */
export function useContactFeed({ id, number, owner }: Contact): void {
  const { cable, resources } = useActors();
  const ownerId = owner.id;
  useEffect(() => {
    const feed = observeContactStaleness(cable, id).subscribe((what) => {
      if (what === 'contact') return resources.invalidate([readContact]);
      resources.invalidateUnder('/v1/contacts/:id', ({ params, query }) => {
        const asked = Number((params as { id?: unknown } | undefined)?.id);
        const isByNumber = (query as { by?: unknown } | undefined)?.by === 'number';
        return asked === (isByNumber ? number : id);
      });
    });
    return () => feed.unsubscribe();
    // The owner is part of the subscription: another owner needs a new one. oxlint-disable-next-line
    // react/exhaustive-deps
  }, [cable, resources, id, number, ownerId]);
}
