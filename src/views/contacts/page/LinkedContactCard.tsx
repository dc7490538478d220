import { Unlink } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { useLink } from './use-link.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const LinkContactForm = lazyPart(() => import('./LinkContactForm.tsx'), 'LinkContactForm');

interface LinkedContactCardProps {
  contact: Contact;
  readOnly: boolean;
}

/** The one person that belongs to this one: a husband, a daughter who decides. */
export function LinkedContactCard({ contact, readOnly }: LinkedContactCardProps) {
  const [finding, setFinding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { link, isBusy } = useLink(contact, () => setFinding(false));
  const linked = contact.linked_contact;
  if (linked === null && readOnly) return null;
  return (
    <section aria-label="Linked contact">
      <div className="row">
        <h2 className="label">Linked contact</h2>
        {readOnly ? null : (
          <Button ref={opener} size="small" look="plain" className="end" onClick={() => setFinding(true)}>
            {linked === null ? 'Link' : 'Change'}
          </Button>
        )}
      </div>
      {linked === null ? (
        <p className="soft">No linked contact</p>
      ) : (
        <ul className="people-list">
          <li>
            <Avatar name={linked.name || 'No name'} />
            <span className="grow">
              <Link href={`/contacts/${linked.number}`}>{linked.name || `Contact ${linked.number}`}</Link>
            </span>
            {readOnly ? null : (
              <IconButton
                icon={Unlink}
                size="small"
                label={`Remove the link with ${linked.name || linked.number}`}
                disabled={isBusy}
                onClick={() => link(null)}
              />
            )}
          </li>
        </ul>
      )}
      {finding ? (
        <Suspense>
          <LinkContactForm contact={contact} trigger={opener} onClose={() => setFinding(false)} onChosen={link} />
        </Suspense>
      ) : null}
    </section>
  );
}
