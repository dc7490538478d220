import { useNavigate } from '@tanstack/react-router';
import { Merge as MergeIcon } from 'lucide-react';
import { useEffect } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
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
  const { toasts } = useApp();
  const navigate = useNavigate();
  const survivor = namesOf([into]);
  const { number } = into;
  useEffect(() => {
    toasts.show({ tone: 'info', text: `${nameOf(contact)} merged into ${survivor}` });
    void navigate({ to: '/contacts/$number', params: { number: String(number) }, replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- sent once
  }, [contact.id, number]);
  return (
    <>
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
