import { useSelector } from '@xstate/react';
import { CreditCard } from 'lucide-react';
import { PLAN_KINDS, type PlanKind, type PlanSubscription } from '#contract/plans/plan.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { UNITS } from '#rules/plans/plan-words.ts';
import { capital } from '#rules/words/capital.ts';
import { newIdempotencyKey } from '../_base/idempotency-key.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { NewRowLink, ResourceList } from '../_resource/ResourceList.tsx';
import { approve, decline } from './plan-changes.ts';
import { CALLS, KINDS, PLANS } from './plan-kinds.ts';
import { monthly } from './plan-page-words.ts';
import './plans.css';

const PlanChangeDialog = lazyPart(() => import('./PlanChangeDialog.tsx'), 'PlanChangeDialog');

/** Includes plans that are no longer sold. */
const ALL = { all: 'true' };
const NEW_PLAN = { description: '', allocation: null, enterprise: false, active: true } as const;

interface AdminPlansPageProps {
  tab: PlanKind;
  onTab: (tab: PlanKind) => void;
}

/** The plans that are sold, and the company's requests for one. */
export function AdminPlansPage({ tab: kind, onTab }: AdminPlansPageProps) {
  const { user } = useApp();
  const pending = useResource(CALLS[kind].pending, {});
  const actor = usePageMachine(usePageMachines().planChange, { input: { newKey: newIdempotencyKey } });
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const refusal = user.identity.length > 1 ? 'Only the account owner can pay.' : undefined;
  const request = pending.data?.data ?? null;
  return (
    <>
      <PageBar title={titleOf('/admin/plans')} actions={<NewRowLink of={PLANS[kind]} />} />
      <Tabs
        label="Kinds of plans"
        items={KINDS}
        current={kind}
        onSelect={(key) => onTab(PLAN_KINDS.find((known) => known === key) ?? 'sms')}
        className="views"
      >
        {request === null ? null : <Request kind={kind} request={request} actor={actor} refusal={refusal} />}
        <PlanList key={kind} kind={kind} />
      </Tabs>
      {isOpen ? <PlanChangeDialog actor={actor} /> : null}
    </>
  );
}

interface RequestProps {
  readonly kind: PlanKind;
  readonly request: PlanSubscription;
  readonly actor: PlanChangeActor;
  readonly refusal: string | undefined;
}

function Request({ kind, request, actor, refusal }: RequestProps) {
  const { plan, payer } = request;
  const who = payer === null ? '' : `${payer.name} asks for it. `;
  return (
    <div className="plans-request">
      <Note tone="info" title={`${plan.name} for your company is waiting for approval`}>
        <p>{`${who}It costs ${monthly(plan.price_cents)}, charged to your card.`}</p>
        <div className="row wrap plans-deeds">
          <Button
            refusal={refusal}
            onClick={() => actor.send({ type: 'change.propose', change: approve(kind, request) })}
          >
            Approve…
          </Button>
          <Button look="plain" onClick={() => actor.send({ type: 'change.propose', change: decline(kind, request) })}>
            Decline
          </Button>
        </div>
      </Note>
    </div>
  );
}

function PlanList({ kind }: { kind: PlanKind }) {
  const { many } = UNITS[kind];
  return (
    <ResourceList
      of={PLANS[kind]}
      filter={ALL}
      icon={CreditCard}
      about="Add the plans that your agents can choose from."
      searched="Name, description"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        {
          head: 'Price',
          cell: ({ price_cents: cents }) => <span className="num">{monthly(cents)}</span>,
          sortBy: 'price_cents',
          narrow: 'aside',
          width: '9em',
        },
        {
          head: capital(many),
          cell: ({ allocation }) => (
            <span className="num">{allocation === null ? 'Unlimited' : formatCount(allocation)}</span>
          ),
          sortBy: 'allocation',
          narrow: 'none',
          width: '9em',
        },
        {
          head: 'For',
          cell: ({ enterprise }) => (enterprise ? 'Company' : 'People'),
          sortBy: 'enterprise',
          narrow: 'sub',
          width: '8em',
        },
        {
          head: 'Subscriptions',
          cell: ({ subscribers }) => <span className="num">{formatCount(subscribers)}</span>,
          narrow: 'none',
          width: '9em',
        },
        {
          head: 'For sale',
          cell: ({ active }) => (active ? 'Yes' : 'No'),
          sortBy: 'active',
          narrow: 'none',
          width: '7em',
        },
      ]}
      values={(plan) => plan ?? NEW_PLAN}
      fields={({ text, area, money, check, live }, plan) => (
        <>
          {text('name', 'Name', { maxLength: 80 })}
          {money('price_cents', 'Price a month')}
          {live(({ allocation }, write, errorOf) => (
            <TextField
              label={`${capital(many)} a month`}
              hint="Leave empty for unlimited."
              inputMode="numeric"
              autoComplete="off"
              maxLength={10}
              value={allocation === null || allocation === undefined ? '' : String(allocation)}
              error={errorOf('allocation')}
              onChange={({ currentTarget: { value } }) => {
                const digits = value.replaceAll(/\D/gu, '');
                write('allocation', digits === '' ? null : Number(digits));
              }}
            />
          ))}
          {area('description', 'Description', { maxLength: 300, rows: 2 })}
          {plan === null ? check('enterprise', 'For the whole company') : null}
          {check('active', 'For sale')}
        </>
      )}
    />
  );
}
