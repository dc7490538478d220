import { Navigate } from '@tanstack/react-router';
import { Merge as MergeIcon } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { useActors } from '../_base/app-context.ts';
import { useTold } from '../_base/use-told.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { nameOf, namesOf } from './duplicate-words.ts';

interface MergedAwayProps {
  contact: Contact;
  into: NonNullable<Contact['merged_into']>;
}

/** The page of a contact that was merged into another one: links there and says why. */
export function MergedAway({ contact, into }: MergedAwayProps) {
  const survivor = namesOf([into]);
  const { number } = into;
  const text = `${nameOf(contact)} merged into ${survivor}`;
  useTold(useActors().toasts, { type: 'toast.show', toast: { id: `merged-${contact.id}`, tone: 'info', text } });
  return (
    <>
      <Navigate to="/contacts/$number" params={{ number: String(number) }} replace />
      <PageBar title={nameOf(contact)} crumbs={[{ label: 'Contacts', href: '/contacts' }]} />
      <EmptyState
        icon={MergeIcon}
        title={`Merged into ${survivor}`}
        text="All of this contact's information is there now."
        action={<ButtonLink href={`/contacts/${number}`}>Open {survivor}</ButtonLink>}
      />
    </>
  );
}
