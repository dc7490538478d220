import { useState } from 'react';
import type { OrderType, PlanKind, PlanSubscription, UsagePlan } from '#contract/plans/plan.contract.ts';
import { MAX_LICENSES, ORDER_TYPES } from '#contract/plans/plan.contract.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Slice } from '../wallets/Slice.tsx';
import { start, switchTo } from './plan-changes.ts';
import { PLANS } from './plan-kinds.ts';
import { includes, monthly } from './plan-page-words.ts';

const FOR: Readonly<Record<OrderType, string>> = {
  self_pay: 'Yourself',
  manager_pay: 'Your team (licenses)',
  company: 'The whole company',
};
const OPTIONS = ORDER_TYPES.map((value) => ({ value, label: FOR[value] }));

interface PlanChoiceProps {
  readonly kind: PlanKind;
  readonly actor: PlanChangeActor;
  readonly refusal: string | undefined;
  readonly live: readonly PlanSubscription[];
  readonly isManager: boolean;
}

/** The plans for sale. Managers can also choose one for their team or the company. */
export function PlanChoice({ kind, actor, refusal, live, isManager }: PlanChoiceProps) {
  const { user } = useApp();
  const [type, setType] = useState<OrderType>('self_pay');
  const [seats, setSeats] = useState('5');
  const plans = useResource(type === 'company' ? PLANS[kind].enterprise : PLANS[kind].choices, {});
  const current = live.find(
    ({ order_type: one, user: holder }) => one === type && (type === 'company' || holder?.id === user.id),
  );
  const quantity = type === 'manager_pay' ? Number(seats) : 1;
  const isCount = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= MAX_LICENSES;
  const isRequest = type === 'company' && !user.permissions.includes('subscriptions.manage');
  const choose = (plan: UsagePlan) =>
    actor.send({
      type: 'change.propose',
      change: current ? switchTo(kind, current, plan) : start(kind, { plan, type, quantity, isRequest }),
    });
  return (
    <Card title={current ? 'Change plan' : 'Choose a plan'}>
      {isManager ? (
        <div className="pad plans-for">
          <SelectField
            label="For"
            value={type}
            options={OPTIONS}
            onChange={({ currentTarget: { value } }) => setType(ORDER_TYPES.find((one) => one === value) ?? 'self_pay')}
          />
          {type === 'manager_pay' && current === undefined ? (
            <TextField
              label="Licenses"
              inputMode="numeric"
              value={seats}
              error={isCount ? undefined : `Enter a number from 1 to ${MAX_LICENSES}.`}
              onChange={({ currentTarget: { value } }) => setSeats(value)}
            />
          ) : null}
        </div>
      ) : null}
      <Slice of={plans} what="plans">
        {({ data }) =>
          data.length === 0 ? (
            <p className="pad soft">No plans are for sale yet. Ask your administrator.</p>
          ) : (
            <ul className="list plans-offers">
              {data.map((plan) => (
                <li key={plan.id} className="pad row wrap">
                  <div className="grow">
                    <p className="med">{plan.name}</p>
                    <p className="soft">{plan.description || includes(kind, plan.allocation)}</p>
                  </div>
                  <span className="num med">{`${monthly(plan.price_cents)}${type === 'manager_pay' ? ' each' : ''}`}</span>
                  <Action
                    plan={plan}
                    current={current}
                    isRequest={isRequest}
                    refusal={isCount ? refusal : 'Enter the number of licenses first.'}
                    onChoose={() => choose(plan)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Slice>
    </Card>
  );
}

interface ActionProps {
  readonly plan: UsagePlan;
  readonly current: PlanSubscription | undefined;
  readonly isRequest: boolean;
  readonly refusal: string | undefined;
  readonly onChoose: () => void;
}

function Action({ plan, current, isRequest, refusal, onChoose }: ActionProps) {
  if (current?.plan.id === plan.id) return <span className="soft plans-action">Current plan</span>;
  const blocked =
    current === undefined
      ? undefined
      : current.status === 'pending'
        ? 'A request is waiting for approval.'
        : current.can_change
          ? undefined
          : 'Someone else pays for this subscription.';
  return (
    <Button
      className="plans-action"
      refusal={blocked ?? refusal}
      aria-label={`${current ? 'Change to' : isRequest ? 'Request' : 'Subscribe to'} ${plan.name}`}
      onClick={onChoose}
    >
      {current ? 'Change' : isRequest ? 'Request' : 'Subscribe'}
    </Button>
  );
}
