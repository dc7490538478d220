import { ShieldQuestion } from 'lucide-react';
import { useState } from 'react';
import { listConsents } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { ConsentForm } from './ConsentForm.tsx';
import { ConsentRow } from './ConsentRow.tsx';
import { DecisionsCard } from './DecisionsCard.tsx';
import './compliance.css';

/** A contact's consents and refusals, and their consequences. */
export function ConsentTab({ contact }: { contact: Contact }) {
  const gate = useGate('contact-permissions');
  const { user } = useApp();
  const ledger = useResource(listConsents, gate.allowed ? { params: { id: contact.id } } : null);
  const [writes, setWrites] = useState(false);
  const frame = useFocusKept<HTMLDivElement>('.consent-start', '.consent-back');
  if (!gate.allowed) return <EmptyState icon={ShieldQuestion} title="Not available" text={gate.reason} />;
  const mayWrite = contact.deleted_at === null && user.permissions.includes('contacts.write');
  const start =
    mayWrite && !writes ? (
      <Button className="consent-start" onClick={() => setWrites(true)}>
        Record consent
      </Button>
    ) : null;

  return (
    <div className="consent" ref={frame}>
      {writes && mayWrite ? <ConsentForm contact={contact} onClose={() => setWrites(false)} /> : null}
      {ledger.data === null && ledger.error === null ? (
        <SkeletonLines lines={4} label="Loading contact permissions" />
      ) : null}
      {ledger.data === null && ledger.error !== null ? (
        <ErrorPanel
          title="Couldn't load consent"
          text={ledger.error.message}
          requestId={ledger.error.requestId}
          actions={<Button onClick={ledger.reload}>Try again</Button>}
        />
      ) : null}
      {ledger.data?.data.length === 0 && !writes ? (
        <EmptyState
          icon={ShieldQuestion}
          title="No consent recorded"
          text="Record each time they give or withdraw consent, with its source."
          action={start}
        />
      ) : null}
      {ledger.data !== null && ledger.data.data.length > 0 ? (
        <section aria-label="Consent">
          <div className="row">
            <h2 className="section grow">Consent</h2>
            {start}
          </div>
          <ol className="log">
            {ledger.data.data.map((entry) => (
              <ConsentRow key={entry.id ?? entry.given_at} entry={entry} contact={contact} />
            ))}
          </ol>
        </section>
      ) : null}
      <DecisionsCard contact={contact} />
    </div>
  );
}
