import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js';
import { type FormEvent, useMemo, useState } from 'react';
import type { CardSetUp } from '#contract/billing.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import type { CardFormProps } from './card-form.ts';

interface StripeCardFormProps extends CardFormProps {
  readonly setUp: Extract<CardSetUp, { provider: 'stripe' }>;
}

/** The card form in Stripe's own frames: this page never sees the number. */
export function StripeCardForm({ setUp, ...form }: StripeCardFormProps) {
  const stripe = useMemo(() => loadStripe(setUp.publishable_key), [setUp.publishable_key]);
  return (
    <Elements key={setUp.client_secret} stripe={stripe} options={{ clientSecret: setUp.client_secret }}>
      <StripeFields {...form} />
    </Elements>
  );
}

const LOST = "Couldn't reach the payment provider. Your card wasn't saved. Try again.";

function StripeFields({ isBusy, failure, onKeep, onRestart }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);

  const keep = async () => {
    if (stripe === null || elements === null || isBusy || isAsking) return;
    setAsking(true);
    setRefused(null);
    const { error, setupIntent } = await stripe
      .confirmSetup({ elements, redirect: 'if_required' })
      .catch(() => ({ error: { message: LOST }, setupIntent: undefined }));
    setAsking(false);
    const method = setupIntent?.payment_method;
    if (typeof method === 'string') onKeep(method);
    else setRefused(error?.message ?? LOST);
  };

  // The set-up is used up by a card that the server did not keep.
  if (failure !== undefined && !isBusy) {
    return (
      <Note tone="bad" role="alert" title={failure}>
        <Button onClick={onRestart}>Enter the card again</Button>
      </Note>
    );
  }
  return (
    <form
      className="card-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void keep();
      }}
    >
      {refused === null ? null : <Note tone="bad" role="alert" title={refused} />}
      <PaymentElement />
      <Button type="submit" look="primary" busy={isBusy || isAsking || stripe === null}>
        Save card
      </Button>
    </form>
  );
}
