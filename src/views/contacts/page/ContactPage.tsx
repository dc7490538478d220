import { useSelector } from '@xstate/store-react';
import { UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import type { RecordCounts } from '#contract/contacts/record-counts.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { contactsStore } from '../../../store/contacts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useContactFeed } from '../../_base/feeds/use-contact-feed.ts';
import { useResource } from '../../_base/use-resource.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { MergedAway } from '../../duplicates/MergedAway.tsx';
import { ErasedContact } from '../../erasures/ErasureCard.tsx';
import { FavoriteStar } from '../../favorites/FavoriteStar.tsx';
import { ContactActions } from './ContactActions.tsx';
import { ContactAside } from './ContactAside.tsx';
import { fullName, listName } from '../list/contact-columns.ts';
import { ContactSteps } from './ContactSteps.tsx';
import type { ContactTabKey } from './contact-tab-keys.ts';
import { ContactTabs } from './ContactTabs.tsx';
import { PersonPanel } from './PersonPanel.tsx';
import { useFieldEdits } from './use-field-edits.ts';
import { useOpened } from './use-opened.ts';
import './contact.css';

interface ContactPageProps {
  number: number;
  tab: ContactTabKey;
  setTab: (tab: ContactTabKey) => void;
}

/** One person: who they are at the left, everything about them in the middle, what matters now at the right. */
export function ContactPage({ number, tab, setTab }: ContactPageProps) {
  const resource = useResource(readContact, { params: { id: number }, query: { by: 'number' } });
  const listHref = useSelector(contactsStore, (state) => state.context.href);
  const crumbs = [{ label: 'Contacts', href: listHref }];
  const contact = resource.data?.data.number === number ? resource.data.data : null;
  const counts = resource.data?.counts;

  if (resource.error?.kind === 'notFound')
    return (
      <>
        <PageBar title={titleOf('/contacts/$number')} crumbs={crumbs} />
        <EmptyState
          icon={UserRoundX}
          title="Contact not found"
          text={`Contact ${number} doesn't exist, or you don't have access to it.`}
          action={<ButtonLink href="/contacts">All contacts</ButtonLink>}
        />
        <ErasedContact number={number} />
      </>
    );
  if (!contact)
    return (
      <>
        <PageBar title={titleOf('/contacts/$number')} crumbs={crumbs} />
        {resource.error ? (
          <ErrorPanel
            title="Couldn't load contact"
            text={resource.error.message}
            requestId={resource.error.requestId}
            actions={<Button onClick={resource.reload}>Try again</Button>}
          />
        ) : (
          <SkeletonLines lines={8} label="Loading contact" />
        )}
      </>
    );

  if (contact.merged_into) return <MergedAway contact={contact} into={contact.merged_into} />;

  return (
    <>
      <PageBar
        title={fullName(contact) || listName(contact)}
        crumbs={crumbs}
        namedBelow
        tools={
          <>
            <FavoriteStar kind="contacts" id={contact.id} name={fullName(contact) || listName(contact)} />
            <ContactSteps contact={contact} tab={tab} />
          </>
        }
        actions={<ContactActions contact={contact} />}
      />
      <ContactBody key={contact.id} contact={contact} counts={counts} tab={tab} setTab={setTab} />
    </>
  );
}

interface ContactBodyProps extends Pick<ContactPageProps, 'tab' | 'setTab'> {
  contact: Contact;
  counts: RecordCounts | undefined;
}

/** State of one contact's page: another contact starts fresh. */
function ContactBody({ contact, counts, tab, setTab }: ContactBodyProps) {
  const { user } = useApp();
  const edits = useFieldEdits(contact);
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  useContactFeed(contact);
  useOpened(contact);
  const [showsMore, setShowsMore] = useState(false);
  return (
    <div className={classes('contact-cols', showsMore && 'shows-more')}>
      <PersonPanel edits={edits} readOnly={readOnly} showsMore={showsMore} onMore={() => setShowsMore(!showsMore)} />
      <ContactTabs
        contact={edits.stored}
        counts={counts}
        tab={tab}
        setTab={setTab}
        aside={<ContactAside edits={edits} counts={counts} readOnly={readOnly} />}
      />
    </div>
  );
}
