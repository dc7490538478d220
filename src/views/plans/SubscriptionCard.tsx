import type { PlanKind, PlanSubscription } from '#contract/plans/plan.contract.ts';
import type { PlanChange } from '../../machines/plans/plan-change-context.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { dollars } from '#rules/billing/money.ts';
import { end, keep } from './plan-changes.ts';
import { includes, licensesOf, pricePerMonth, TYPES, untilOf } from './plan-page-words.ts';

interface SubscriptionCardProps {
  readonly kind: PlanKind;
  readonly subscription: PlanSubscription;
  readonly actor: PlanChangeActor;
  readonly refusal: string | undefined;
}

/** One subscription with its price and how long it lasts. */
export function SubscriptionCard({ kind, subscription, actor, refusal }: SubscriptionCardProps) {
  const { order_type: type, failure } = subscription;
  const propose = (change: PlanChange) => actor.send({ type: 'change.propose', change });
  return (
    <Card title={TYPES[type]} aside={<Status subscription={subscription} />} padded>
      {failure === '' ? null : <Note tone="bad" title={failure} />}
      <Facts facts={factsOf(kind, subscription)} />
      {subscription.can_change ? (
        <div className="row wrap plans-deeds">
          <Deeds kind={kind} subscription={subscription} refusal={refusal} propose={propose} />
        </div>
      ) : null}
    </Card>
  );
}

type DeedsProps = Omit<SubscriptionCardProps, 'actor'> & { readonly propose: (change: PlanChange) => void };

function Deeds({ kind, subscription, refusal, propose }: DeedsProps) {
  const { status, cancels_at_period_end: isEnding, period_ends_on: until } = subscription;
  if (status === 'starting') return null;
  if (status === 'pending')
    return <Button onClick={() => propose(end(kind, subscription, 'now'))}>Withdraw request</Button>;
  return (
    <>
      {status === 'past_due' ? <ButtonLink href="/billing/update">Change card</ButtonLink> : null}
      {isEnding ? (
        <Button refusal={refusal} onClick={() => propose(keep(kind, subscription))}>
          Keep plan
        </Button>
      ) : status === 'active' && until !== null ? (
        <Button
          refusal={refusal}
          aria-label={`Cancel ${subscription.plan.name} on ${untilOf(subscription)}`}
          onClick={() => propose(end(kind, subscription, 'period_end'))}
        >
          Cancel on {untilOf(subscription)}
        </Button>
      ) : null}
      <Button
        refusal={refusal}
        aria-label={`Cancel ${subscription.plan.name} now`}
        onClick={() => propose(end(kind, subscription, 'now'))}
      >
        Cancel now
      </Button>
    </>
  );
}

function Status({ subscription: { status, cancels_at_period_end: isEnding } }: { subscription: PlanSubscription }) {
  if (status === 'pending') return <StatusWord tone="info">Waiting for approval</StatusWord>;
  if (status === 'starting') return <StatusWord tone="info">Payment in progress</StatusWord>;
  if (status === 'past_due') return <StatusWord tone="bad">Payment failed</StatusWord>;
  return isEnding ? <StatusWord tone="warn">Canceled</StatusWord> : <StatusWord tone="good">Active</StatusWord>;
}

function factsOf(kind: PlanKind, subscription: PlanSubscription): Fact[] {
  const { plan, order_type: type, payer, cancels_at_period_end: isEnding, next_quantity: next } = subscription;
  const until = untilOf(subscription);
  const fewer = next === null ? '' : `, then ${licensesOf(next)}`;
  return [
    { label: 'Plan', value: <b className="med">{plan.name}</b> },
    {
      label: 'Includes',
      value:
        type === 'manager_pay'
          ? `${includes(kind, plan.allocation)} for each license`
          : includes(kind, plan.allocation),
    },
    { label: 'Price', value: <span className="num">{pricePerMonth(subscription)}</span> },
    ...(until === ''
      ? []
      : [{ label: isEnding ? 'Ends' : 'Renews', value: <span className="num">{`${until}${fewer}`}</span> }]),
    ...(payer === null ? [] : [{ label: 'Paid by', value: payer.name }]),
    ...(subscription.credit_cents > 0
      ? [{ label: 'Credit', value: <span className="num">{dollars(subscription.credit_cents)}</span> }]
      : []),
  ];
}
