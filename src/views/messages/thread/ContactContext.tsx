import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { listPolicies } from '#contract/records/policies.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { useResource } from '../../_base/use-resource.ts';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { STATUS_WORDS } from '../../records/policy-words.ts';
import { ConsentGlance } from '../../compliance/ConsentGlance.tsx';
import '../../contacts/page/contact.css';

/** Policies that are shown; the others are on the contact's page. */
const POLICIES = 3;

/** What matters about the contact while texting, on a large window. */
export function ContactContext({ contactId }: { contactId: number }) {
  const { data } = useResource(readContact, {
    params: { id: contactId },
    // Texting someone else's contact doesn't open it for them.
    query: { not_remove_new_tag: 'true' },
  });
  return (
    <aside className="thread-context" aria-label="About the contact">
      {data === null ? <SkeletonLines lines={6} label="Loading contact" /> : <About contact={data.data} />}
    </aside>
  );
}

function About({ contact }: { contact: Contact }) {
  const policies = useResource(listPolicies, { params: { id: contact.id } });
  const shown = policies.data?.data.slice(0, POLICIES) ?? [];
  return (
    <>
      {contact.follow_up_on === null ? null : (
        <section aria-label="Follow-up">
          <h3 className="label">Follow-up</h3>
          <p className="section">{formatPlainDate(contact.follow_up_on)}</p>
          {contact.follow_up_note ? <p className="soft">{contact.follow_up_note}</p> : null}
        </section>
      )}
      <ConsentGlance contact={contact} readOnly />
      {shown.length === 0 ? null : (
        <section aria-label="Policies">
          <h3 className="label">Policies</h3>
          <ul>
            {shown.map((policy) => (
              <li key={policy.id}>
                <p className="med">{policy.plan_name || policy.carrier}</p>
                <p className="soft">
                  {[policy.plan_name ? policy.carrier : '', STATUS_WORDS[policy.status].word]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
