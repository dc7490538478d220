import { useSelector } from '@xstate/store-react';
import { UserRoundX } from 'lucide-react';
import { readContact } from '#contract/contacts.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { useApp } from '../_app/use-app.ts';
import { useResource } from '../_app/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/Button.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';
import { ErrorPanel } from '../_kit/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/Skeleton.tsx';
import { ContactAside } from './ContactAside.tsx';
import { fullName, listName } from './contact-columns.ts';
import { Note } from '../_kit/Note.tsx';
import { NoteComposer } from './NoteComposer.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { Timeline } from './Timeline.tsx';
import { useDeleteRestore } from './use-delete-restore.ts';
import './contact.css';

/** One person: who they are at the left, what happened in the middle, what matters now at the right. */
export function ContactPage({ number }: { number: number }) {
  const resource = useResource(readContact, { params: { id: number }, query: { by: 'number' } });
  const { user } = useApp();
  const { remove, restore } = useDeleteRestore();
  const listHref = useSelector(contactsStore, (state) => state.context.href);
  const crumbs = [{ label: 'Contacts', href: listHref }];
  const contact = resource.data?.data.number === number ? resource.data.data : null;

  if (!contact && resource.error?.kind === 'notFound')
    return (
      <>
        <PageBar title="Contact" crumbs={crumbs} />
        <EmptyState
          icon={UserRoundX}
          title="No such contact"
          text={`There is no contact ${number}, or it belongs to somebody you do not see.`}
          action={<ButtonLink href="/contacts">All contacts</ButtonLink>}
        />
      </>
    );
  if (!contact)
    return (
      <>
        <PageBar title="Contact" crumbs={crumbs} />
        {resource.error ? (
          <ErrorPanel
            title="The contact could not be loaded"
            text={resource.error.message}
            requestId={resource.error.requestId}
            actions={<Button onClick={resource.reload}>Try again</Button>}
          />
        ) : (
          <SkeletonLines lines={8} label="Loading the contact" />
        )}
      </>
    );

  const act = contact.deleted_at ? restore : remove;
  return (
    <>
      <PageBar
        title={fullName(contact) || listName(contact)}
        crumbs={crumbs}
        actions={
          user.permissions.includes('contacts.delete') ? (
            <Button
              look={contact.deleted_at ? 'primary' : 'plain'}
              busy={act.state === 'submitting'}
              onClick={() => act.submit({ body: { ids: [contact.id] } })}
            >
              {contact.deleted_at ? 'Restore' : 'Delete'}
            </Button>
          ) : undefined
        }
      />
      <div className="contact-cols">
        <PersonPanel key={contact.id} contact={contact} />
        <div className="contact-middle">
          {contact.deleted_at ? (
            <Note tone="info" title="This contact is deleted">
              Everything about it is kept. Restore it to change it or to write a note.
            </Note>
          ) : (
            <NoteComposer contactId={contact.id} />
          )}
          <Timeline contact={contact} />
        </div>
        <ContactAside contact={contact} />
      </div>
    </>
  );
}
