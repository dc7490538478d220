import { useSelector } from '@xstate/react';
import type { PlanKind, PlanSubscription } from '#contract/plans/plan.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { KIND_LABELS } from '#rules/plans/plan-words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { newIdempotencyKey } from '../_base/idempotency-key.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { TabLinks } from '../_kit/display/Tabs.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { Slice } from '../wallets/Slice.tsx';
import { LicensesCard } from './LicensesCard.tsx';
import { OrdersCard } from './OrdersCard.tsx';
import { CALLS, KINDS } from './plan-kinds.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import { UsageCard } from './UsageCard.tsx';
import './plans.css';

const PlanChangeDialog = lazyPart(() => import('./PlanChangeDialog.tsx'), 'PlanChangeDialog');

/** The newest subscriptions of a person; one of each type at most is live. */
const MOST = 50;

const LINKS = KINDS.map((kind) => ({ ...kind, href: `/subscriptions/${kind.key}` }));

/** Texting or the phone: what the current user has, uses, pays for and can choose. */
export function PlansPage({ kind }: { kind: PlanKind }) {
  const { user } = useApp();
  const calls = CALLS[kind];
  const known = useResource(calls.list, { query: { mine: 'true', limit: MOST } });
  const company = useResource(calls.active, { query: { type: 'company' } }).data?.data ?? null;
  const pending = useResource(calls.pending, {}).data?.data ?? null;
  const actor = usePageMachine(usePageMachines().planChange, { input: { newKey: newIdempotencyKey } });
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const zone = IANA_ZONES[user.timezone];
  const refusal = user.identity.length > 1 ? 'Only the account owner can pay.' : undefined;
  const isManager = user.permissions.includes('wallets.manage');
  const deed = { kind, actor, refusal };
  return (
    <>
      <PageBar title={titleOf(`/subscriptions/${kind}`)} />
      <TabLinks label="Kinds of plans" items={LINKS} current={kind} className="views" />
      <div className="scroll">
        <div className="body plans">
          <UsageCard kind={kind} />
          <Slice of={known} what={`${KIND_LABELS[kind].toLowerCase()} plans`}>
            {({ data }) => {
              const shared = [company, pending]
                .filter((one) => one !== null)
                .filter((one) => data.every(({ id }) => id !== one.id));
              const live = [...shared, ...data].filter((one) => concerns(one, user.id));
              return (
                <>
                  {ORDER.flatMap((type) => live.filter((one) => one.order_type === type)).map((subscription) => (
                    <SubscriptionCard key={subscription.id} {...deed} subscription={subscription} />
                  ))}
                  {live.filter(isTeam).map((team) => (
                    <LicensesCard
                      key={`${team.id} ${team.quantity} ${team.next_quantity}`}
                      {...deed}
                      subscription={team}
                    />
                  ))}
                  <PlanChoice {...deed} live={live} isManager={isManager} />
                </>
              );
            }}
          </Slice>
          <OrdersCard kind={kind} zone={zone} />
        </div>
      </div>
      {isOpen ? <PlanChangeDialog actor={actor} /> : null}
    </>
  );
}

/** The one with licenses comes last, above them. */
const ORDER = ['self_pay', 'company', 'manager_pay'] as const;

/** Its licenses can be given to people. */
const isTeam = ({ order_type: type, status, can_change: isOwn }: PlanSubscription): boolean =>
  type === 'manager_pay' && (status === 'active' || status === 'past_due') && isOwn;

/** The current user's own subscriptions, and the company's. */
const concerns = ({ status, order_type: type, user, payer }: PlanSubscription, userId: number): boolean =>
  status !== 'ended' && (type === 'company' || user?.id === userId || payer?.id === userId);
