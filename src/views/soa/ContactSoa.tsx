import { Plus } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { soaRequests } from '#contract/soa.contract.ts';
import { PRODUCT_WORDS, STATUS_WORDS } from '#rules/soa/soa-words.ts';
import { LicenseNotice } from '../agent-licenses/LicenseNotice.tsx';
import { useLicenseWarning } from '../agent-licenses/use-license-warning.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { soaHref } from './soa-search.ts';

/** Latest ones that a contact's page shows. Ours. */
const SHOWN = 3;

/** What the contact agreed to talk about, and a way to ask for more. */
export function ContactSoa({ contact, readOnly }: { contact: Contact; readOnly: boolean }) {
  const isThere = useGate('soa').allowed;
  const read = useResource(soaRequests.list, isThere ? { query: { contact_id: contact.id, limit: SHOWN } } : null);
  const isWarned = useLicenseWarning(contact.state) !== null;
  const warning = useLicenseWarning(contact.state, 'health');
  if (!isThere) return null;
  const found = read.data?.data ?? [];
  const total = read.data?.meta.total_count ?? 0;
  return (
    <section aria-label="Scope of appointment">
      <div className="row">
        <h2 className="label">Scope of appointment</h2>
        {readOnly ? null : (
          <ButtonLink
            size="small"
            look="plain"
            icon={Plus}
            className="end"
            href={soaHref({ soa: 'new', contact: contact.id, contact_id: contact.id })}
          >
            New
          </ButtonLink>
        )}
      </div>
      {readOnly || isWarned || warning === null ? null : <LicenseNotice warning={warning} />}
      {read.data !== null && found.length === 0 ? <p className="soft">None signed</p> : null}
      {read.data === null && read.error !== null ? <p className="soft">{read.error.message}</p> : null}
      <ul className="stack">
        {found.map(({ id, status, products, signer, language, signed_at: signed, created_at: created, zone }) => (
          <li key={id}>
            <Link href={soaHref({ soa: id, contact_id: contact.id })}>
              {STATUS_WORDS[status]} {formatDate(signed ?? created, zone)}
            </Link>
            <p className="meta quiet">{products.map((one) => PRODUCT_WORDS.en[one][0]).join(', ')}</p>
            {signer === null || language === 'en' ? null : <p className="meta quiet">Signed in Spanish</p>}
          </li>
        ))}
      </ul>
      {total > SHOWN ? <Link href={soaHref({ contact_id: contact.id })}>Show all {total}</Link> : null}
    </section>
  );
}
