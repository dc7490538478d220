import { useSelector } from '@xstate/react';
import { Globe, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CustomDomain } from '#contract/custom-domains.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useUnits } from '../_base/use-units.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { DomainSetup } from './DomainSetup.tsx';
import { STATUS_WORDS } from './domain-words.ts';
import './custom-domains.css';

const DomainDialog = lazyPart(() => import('./DomainDialog.tsx'), 'DomainDialog');

/** Domains of the agency, each with its DNS records and what is wrong with them. */
export function DomainsPage() {
  const { domains: machine, newKey } = usePageMachines();
  const actor = usePageMachine(machine, { input: { newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { toasts } = useApp();
  const { forUnit } = useUnits();
  const [chosen, setChosen] = useState<number | null>(null);
  const [edited, setEdited] = useState<CustomDomain | 'new' | null>(null);
  const { domains, refusal } = snapshot.context;
  const shown = domains?.find(({ id }) => id === chosen) ?? domains?.[0];
  const isBusy = snapshot.hasTag('busy');
  useEmitted(actor, 'domain.removed', ({ domain }) =>
    toasts.show({
      tone: 'good',
      text: `${domain.custom_domain} removed`,
      action: { label: 'Undo', run: () => actor.send({ type: 'domains.submit', ask: { what: 'restore', domain } }) },
    }),
  );
  return (
    <>
      <PageBar
        title={titleOf('/admin/custom-domains')}
        scope={shown === undefined ? undefined : `For: ${forUnit.cell(shown)}`}
        actions={
          <>
            {shown === undefined ? null : (
              <Button
                look={shown.status === 'verified' ? 'default' : 'primary'}
                short="Check"
                busy={isBusy}
                onClick={() => actor.send({ type: 'domains.submit', ask: { what: 'verify', id: shown.id } })}
              >
                Check now
              </Button>
            )}
            {domains === null || domains.length === 0 ? null : (
              <Button icon={Plus} short="Add" onClick={() => setEdited('new')}>
                Add a domain
              </Button>
            )}
          </>
        }
      />
      <div className="body domains">
        {snapshot.hasTag('unreachable') ? (
          <ErrorPanel
            title="Couldn't load the domains"
            text={refusal?.text ?? ''}
            requestId={refusal?.requestId ?? null}
            actions={<Button onClick={() => actor.send({ type: 'domains.reload' })}>Try again</Button>}
          />
        ) : null}
        {domains === null && snapshot.hasTag('pending') ? (
          <SkeletonLines lines={8} label="Loading the domains" />
        ) : null}
        {domains !== null && refusal !== null ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        {domains?.length === 0 ? (
          <EmptyState
            icon={Globe}
            title="No domains yet"
            text="Show your agents’ public pages on a domain of your agency, such as plans.example.com."
            action={
              <Button look="primary" icon={Plus} onClick={() => setEdited('new')}>
                Add a domain
              </Button>
            }
          />
        ) : null}
        {domains === null || shown === undefined ? null : (
          <Choice domains={domains} shown={shown} onChoose={setChosen}>
            <DomainSetup domain={shown} />
            <div className="row wrap">
              <Button size="small" onClick={() => setEdited(shown)}>
                Rename…
              </Button>
              <Button
                size="small"
                look="danger"
                disabled={isBusy}
                onClick={() => actor.send({ type: 'domains.submit', ask: { what: 'remove', domain: partOf(shown) } })}
              >
                Remove {shown.custom_domain}
              </Button>
            </div>
          </Choice>
        )}
      </div>
      {edited === null ? null : (
        <Suspense>
          <DomainDialog
            domain={edited === 'new' ? null : edited}
            onDone={({ id }) => {
              setChosen(id);
              setEdited(null);
              actor.send({ type: 'domains.reload' });
            }}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const partOf = ({ id, custom_domain, business_unit_id }: CustomDomain) => ({ id, custom_domain, business_unit_id });

interface ChoiceProps {
  domains: readonly CustomDomain[];
  shown: CustomDomain;
  onChoose: (id: number) => void;
  children: React.ReactNode;
}

/** Tabs where there are several domains. */
function Choice({ domains, shown, onChoose, children }: ChoiceProps) {
  if (domains.length === 1) return <div className="domain-setup">{children}</div>;
  return (
    <Tabs
      label="Domains"
      items={domains.map(({ id, custom_domain: label, status }) => ({
        key: String(id),
        label,
        ...(status !== 'verified' && { count: STATUS_WORDS[status].text }),
      }))}
      current={String(shown.id)}
      onSelect={(key) => onChoose(Number(key))}
    >
      <div className="domain-setup">{children}</div>
    </Tabs>
  );
}
