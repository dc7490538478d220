import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { BillingActor } from '../../machines/billing/billing.machine.ts';
import type { BillingFacts } from '../../machines/billing/billing-context.ts';
import type { CardActor } from '../../machines/billing/card.machine.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import type { CardFormProps } from './card-form.ts';
import { brandWord } from './card-words.ts';
import { TestCardForm } from './TestCardForm.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

/** Loads what Stripe serves, so only where it is set up. */
const StripeCardForm = lazyPart(() => import('./StripeCardForm.tsx'), 'StripeCardForm');

/** Another card; its number goes from here directly to the payment provider and nowhere else. */
export function CardPage({ billing, facts }: { billing: BillingActor; facts: BillingFacts }) {
  const card = useSelector(billing, ({ children }) => children.card);
  const planId = useSelector(billing, ({ context }) => context.planId);
  const [before] = facts.billing.payment_infos;
  const back = planId === null ? '/billing' : `/billing/review?plan=${planId}`;
  return card === undefined ? null : (
    <Card title={before === undefined ? 'Add a card' : 'Change your card'} padded>
      {before === undefined ? null : (
        <p className="soft billing-before">
          This card replaces {brandWord(before.brand)} <span className="num">{before.masked}</span>.
        </p>
      )}
      <CardStep card={card} />
      <p className="billing-doing">
        <ButtonLink href={back}>Cancel</ButtonLink>
      </p>
    </Card>
  );
}

export function CardStep({ card }: { card: CardActor }) {
  const snapshot = useSelector(card, (now) => now);
  const { refusal, setUp } = snapshot.context;
  if (snapshot.hasTag('refused')) {
    return (
      <Note tone="bad" role="alert" title={refusal?.text ?? ''}>
        <Button onClick={() => card.send({ type: 'card.start' })}>Try again</Button>
      </Note>
    );
  }
  if (!snapshot.hasTag('typing') || setUp === null) return <SkeletonLines lines={3} label="Loading card form" />;
  const form: CardFormProps = {
    isBusy: snapshot.hasTag('keeping'),
    failure: refusal?.text,
    onKeep: (method) => card.send({ type: 'card.keep', method }),
    onRestart: () => card.send({ type: 'card.start' }),
  };
  return setUp.provider === 'embedded' ? (
    <TestCardForm {...form} />
  ) : (
    <Suspense fallback={<SkeletonLines lines={3} label="Loading card form" />}>
      <StripeCardForm {...form} setUp={setUp} />
    </Suspense>
  );
}
