import { useSelector } from '@xstate/react';
import type { BillingInfo, PlanPreview } from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import type { BillingActor } from '../../machines/billing/billing.machine.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import type { BillingViewProps } from './billing-view.ts';
import { brandWord, expiryWord } from './card-words.ts';

/** The charge now and from then on, before it is made; and the reason if it failed. */
export function PlanReview({ actor, zone, refusal }: BillingViewProps) {
  const { facts, preview } = useSelector(actor, ({ context }) => context);
  if (facts === null) return null;
  return (
    <>
      <PaymentNote actor={actor} />
      {preview === null ? (
        <div className="row wrap">
          <ButtonLink href="/billing/plan">Choose another plan</ButtonLink>
          <ButtonLink href="/billing" look="plain">
            Go to billing
          </ButtonLink>
        </div>
      ) : (
        <Card title={preview.plan.name} padded>
          <Facts facts={[...dueOf(preview, zone, facts.billing), cardFact(facts.billing, preview.plan.id)]} />
          <Deed actor={actor} billing={facts.billing} preview={preview} refusal={refusal} />
        </Card>
      )}
    </>
  );
}

function dueOf({ plan, due_now_cents, credit_cents, period_ends_at }: PlanPreview, zone: string, billing: BillingInfo) {
  const from = formatDate(period_ends_at, zone);
  const what = billing.membership === null ? 'for the first month' : 'for the rest of this month';
  const facts: Fact[] = [
    {
      label: 'Due now',
      value: (
        <span>
          <b className="plan-price num">{dollars(due_now_cents)}</b> {due_now_cents > 0 ? what : ''}
        </span>
      ),
    },
    { label: 'Then', value: `${dollars(plan.price_cents)}/mo from ${from}` },
  ];
  if (credit_cents === 0) return facts;
  return [...facts, { label: 'Credit', value: `${dollars(credit_cents)} is applied to your next payments` }];
}

function cardFact({ payment_infos: [card] }: BillingInfo, planId: number): Fact {
  const href = `/billing/update?plan=${planId}`;
  if (card === undefined) return { label: 'Card', value: 'None on file' };
  return {
    label: 'Card',
    value: (
      <span>
        {brandWord(card.brand)} <span className="num">{card.masked}</span>, {expiryWord(card)}{' '}
        <Link href={href}>Change</Link>
      </span>
    ),
  };
}

interface DeedProps {
  readonly actor: BillingActor;
  readonly billing: BillingInfo;
  readonly preview: PlanPreview;
  readonly refusal: string | undefined;
}

function Deed({ actor, billing, preview, refusal }: DeedProps) {
  const snapshot = useSelector(actor, (now) => now);
  const isBusy = snapshot.hasTag('paying') || snapshot.hasTag('unknown');
  const { plan, due_now_cents: due } = preview;
  if (billing.payment_infos.length === 0) {
    return (
      <div className="row wrap billing-doing">
        <ButtonLink look="primary" href={`/billing/update?plan=${plan.id}`}>
          Add a card
        </ButtonLink>
      </div>
    );
  }
  if (!snapshot.hasTag('payable') && !isBusy) return null;
  const isKept = billing.membership?.plan.id === plan.id;
  const deed = due > 0 ? `Pay ${dollars(due)} now` : isKept ? `Keep ${plan.name}` : `Change to ${plan.name}`;
  return (
    <div className="row wrap billing-doing">
      <Button look="primary" busy={isBusy} refusal={refusal} onClick={() => actor.send({ type: 'billing.pay' })}>
        {deed}
      </Button>
      {isBusy ? null : (
        <ButtonLink look="plain" href="/billing/plan">
          Choose another plan
        </ButtonLink>
      )}
      <p className="meta quiet">
        {due > 0 ? 'Your card is charged immediately.' : "You won't be charged now."} You can cancel anytime.
      </p>
    </div>
  );
}

function PaymentNote({ actor }: { actor: BillingActor }) {
  const snapshot = useSelector(actor, (now) => now);
  const { refusal, planId, preview } = snapshot.context;
  if (snapshot.hasTag('unknown')) {
    return (
      <div aria-live="polite">
        <Note tone="info" title="Checking whether the payment went through">
          <p>We lost the connection. You'll be charged at most once.</p>
        </Note>
      </div>
    );
  }
  if (snapshot.hasTag('unsure')) {
    return (
      <Note tone="warn" role="alert" title="We couldn't confirm the payment">
        <p>You'll be charged at most once, and the charge will appear in your history. Don't pay again elsewhere.</p>
        <Button onClick={() => actor.send({ type: 'billing.ask' })}>Check again</Button>
      </Note>
    );
  }
  if (refusal === null) return null;
  return (
    <Note tone="bad" role="alert" title={refusal.text}>
      <div className="row wrap billing-again">
        <Button onClick={() => actor.send({ type: 'billing.reload' })}>Check again</Button>
        {preview === null ? null : (
          <ButtonLink href={planId === null ? '/billing/update' : `/billing/update?plan=${planId}`}>
            Use a different card
          </ButtonLink>
        )}
      </div>
    </Note>
  );
}
