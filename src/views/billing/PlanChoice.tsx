import { Check } from 'lucide-react';
import type { Plan } from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import type { BillingFacts } from '../../machines/billing/billing-context.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

/** The plans side by side; nothing is charged before the next page. */
export function PlanChoice({ facts: { plans, billing } }: { facts: BillingFacts }) {
  const { membership } = billing;
  return (
    <>
      <p className="soft">You won't be charged yet. You'll review the amount and confirm on the next page.</p>
      <ul className="plans">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanCard plan={plan} isOwn={membership?.status === 'active' && membership.plan.id === plan.id} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PlanCard({ plan, isOwn }: { plan: Plan; isOwn: boolean }) {
  return (
    <Card title={plan.name} aside={isOwn ? <StatusWord tone="good">Your plan</StatusWord> : null} padded>
      <div className="plan">
        <p>
          <b className="plan-price num">{dollars(plan.price_cents)}</b>
          <span className="soft">/mo</span>
        </p>
        <p className="soft">{plan.description}</p>
        <ul className="plan-includes">
          {plan.includes.map((what) => (
            <li key={what}>
              <Icon of={Check} tone="good" /> {what}
            </li>
          ))}
        </ul>
        {isOwn ? null : <ButtonLink href={`/billing/review?plan=${plan.id}`}>Choose {plan.name}</ButtonLink>}
      </div>
    </Card>
  );
}
