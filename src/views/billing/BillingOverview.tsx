import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { BillingInfo, Membership, PaymentInfo } from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { expiryWarning } from '#rules/billing/payment-cards.ts';
import type { BillingFacts } from '../../machines/billing/billing-context.ts';
import { useNow } from '../_base/use-now.ts';
import { AlertDialog } from '../_kit/overlays/AlertDialog.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { BillingHistory } from './BillingHistory.tsx';
import type { BillingViewProps } from './billing-view.ts';
import { brandWord, expiryWord } from './card-words.ts';

/** Current plan, card and charges. */
export function BillingOverview({ actor, zone, refusal, facts }: BillingViewProps & { facts: BillingFacts }) {
  const failure = useSelector(actor, ({ context }) => context.refusal);
  const { billing } = facts;
  return (
    <>
      {failure ? <Note tone="bad" role="alert" title={failure.text} /> : null}
      {billing.membership?.status === 'past_due' ? (
        <Note tone="bad" title="Your monthly payment failed">
          <p>We'll retry once a day, up to three times. If you change your card, we'll charge it right away.</p>
        </Note>
      ) : null}
      {billing.membership === null ? (
        <NoPlan isPaid={billing['paid_user?']} refusal={refusal} />
      ) : (
        <OwnPlan actor={actor} membership={billing.membership} zone={zone} refusal={refusal} />
      )}
      <OwnCard billing={billing} refusal={refusal} />
      <Card title="Add-ons" padded>
        <ul className="billing-addons">
          <li>
            <Link href="/max-plus">Max Plus</Link> <span className="soft">Texting and workflows, $5 or $7/mo</span>
          </li>
          <li>
            <Link href="/subscriptions/sms">Texting plan</Link> <span className="soft">Segments for text messages</span>
          </li>
          <li>
            <Link href="/subscriptions/dialer">Phone plan</Link> <span className="soft">Minutes for calls</span>
          </li>
        </ul>
      </Card>
      <BillingHistory zone={zone} />
    </>
  );
}

function NoPlan({ isPaid, refusal }: { isPaid: boolean; refusal: string | undefined }) {
  return (
    <Card title="Your plan" padded>
      <div className="billing-plan">
        <p>
          {isPaid
            ? "Your agency pays for your account. You don't need your own plan."
            : 'You have no plan. Choose one to use the app. You can change or cancel anytime.'}
        </p>
        <Doing
          primary={!isPaid}
          href="/billing/plan"
          label={isPaid ? 'See plans' : 'Choose a plan'}
          refusal={refusal}
        />
      </div>
    </Card>
  );
}

interface OwnPlanProps extends BillingViewProps {
  readonly membership: Membership;
}

function OwnPlan({ actor, membership, zone, refusal }: OwnPlanProps) {
  const [isAsking, setAsking] = useState(false);
  const isCancelling = useSelector(actor, (snapshot) => snapshot.hasTag('cancelling'));
  const { plan, status } = membership;
  const until = formatDate(membership.period_ends_at, zone);
  return (
    <Card title="Your plan" aside={<PlanStatus status={status} />} padded>
      <Facts facts={factsOf(membership, until)} />
      <div className="row wrap billing-doing">
        {status === 'cancelled' ? (
          <Doing primary href={`/billing/review?plan=${plan.id}`} label={`Keep ${plan.name}`} refusal={refusal} />
        ) : null}
        {status === 'past_due' ? null : <Doing href="/billing/plan" label="Change plan" refusal={refusal} />}
        {status === 'cancelled' ? null : (
          <Button look="plain" busy={isCancelling} refusal={refusal} onClick={() => setAsking(true)}>
            Cancel membership
          </Button>
        )}
      </div>
      <AlertDialog
        title={`Cancel ${plan.name}?`}
        open={isAsking}
        confirmLabel="Cancel membership"
        cancelLabel={`Keep ${plan.name}`}
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          actor.send({ type: 'billing.cancel' });
        }}
      >
        <p>
          {status === 'past_due'
            ? "This month isn't paid, so your membership ends now. Your contacts are kept."
            : `You can use the app until ${until}. You won't be charged again. Your contacts are kept.`}
        </p>
      </AlertDialog>
    </Card>
  );
}

function factsOf({ plan, status, credit_cents }: Membership, until: string): Fact[] {
  const price = { label: 'Price', value: `${dollars(plan.price_cents)}/mo` };
  const end = { active: 'Next payment', cancelled: 'Ends', past_due: 'Unpaid since' }[status];
  return [
    { label: 'Plan', value: <b className="med">{plan.name}</b> },
    price,
    { label: end, value: <span className="num">{until}</span> },
    ...(credit_cents > 0
      ? [{ label: 'Credit', value: `${dollars(credit_cents)}, applied to your next payments` }]
      : []),
  ];
}

function PlanStatus({ status }: Pick<Membership, 'status'>) {
  if (status === 'active') return <StatusWord tone="good">Active</StatusWord>;
  if (status === 'cancelled') return <StatusWord tone="warn">Canceled</StatusWord>;
  return <StatusWord tone="bad">Payment failed</StatusWord>;
}

function OwnCard({ billing, refusal }: { billing: BillingInfo; refusal: string | undefined }) {
  const [card] = billing.payment_infos;
  return (
    <Card title="Your card" padded>
      <div className="row wrap billing-card">
        {card === undefined ? (
          <p>No card on file.</p>
        ) : (
          <p>
            <b className="med">{brandWord(card.brand)}</b> <span className="num">{card.masked}</span>{' '}
            <span className="soft num">expires {expiryWord(card)}</span> <ExpiryWarning card={card} />
          </p>
        )}
        <span className="end">
          <Doing href="/billing/update" label={card === undefined ? 'Add a card' : 'Change card'} refusal={refusal} />
        </span>
      </div>
    </Card>
  );
}

function ExpiryWarning({ card: { exp_month: month, exp_year: year } }: { card: PaymentInfo }) {
  const warning = expiryWarning({ month, year }, useNow());
  if (warning === null) return null;
  return (
    <StatusWord tone={warning === 'expired' ? 'bad' : 'warn'}>
      {warning === 'expired' ? 'Expired' : 'Expires soon'}
    </StatusWord>
  );
}

interface DoingProps {
  readonly href: string;
  readonly label: string;
  readonly primary?: boolean;
  readonly refusal: string | undefined;
}

function Doing({ href, label, primary = false, refusal }: DoingProps) {
  const look = primary ? 'primary' : 'default';
  return refusal === undefined ? (
    <ButtonLink look={look} href={href}>
      {label}
    </ButtonLink>
  ) : (
    <Button look={look} refusal={refusal}>
      {label}
    </Button>
  );
}
