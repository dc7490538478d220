import { useSelector } from '@xstate/react';
import { type MaxPlus, type MaxPlusOffer, readMaxPlus } from '#contract/max-plus.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { dollars } from '#rules/billing/money.ts';
import { planName } from '#rules/max-plus/max-plus-change.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { newIdempotencyKey } from '../_base/idempotency-key.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { Slice } from '../wallets/Slice.tsx';
import { ManageableUsers } from './ManageableUsers.tsx';
import { monthly, OPENS, ownChange, ownEnd, planWord, VERBS } from './max-plus-words.ts';
import './max-plus.css';

const PlanChangeDialog = lazyPart(() => import('../plans/PlanChangeDialog.tsx'), 'PlanChangeDialog');

/** Max Plus: the own plan, and those of the people whom one manages. */
export function MaxPlusPage() {
  const { user } = useApp();
  const own = useResource(readMaxPlus, {});
  const actor = usePageMachine(usePageMachines().planChange, { input: { newKey: newIdempotencyKey } });
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const zone = IANA_ZONES[user.timezone];
  const refusal = user.identity.length > 1 ? 'Only the account owner can pay.' : undefined;
  const mine = own.data?.data ?? null;
  return (
    <>
      <PageBar title={titleOf('/max-plus')} />
      <div className="scroll">
        <div className="body max-plus">
          <Slice of={own} what="Max Plus">
            {({ data }) => <OwnPlan maxPlus={data} actor={actor} zone={zone} refusal={refusal} />}
          </Slice>
          {user.permissions.includes('wallets.manage') ? (
            <ManageableUsers actor={actor} card={mine?.card ?? null} zone={zone} refusal={refusal} />
          ) : null}
        </div>
      </div>
      {isOpen ? <PlanChangeDialog actor={actor} /> : null}
    </>
  );
}

interface OwnPlanProps {
  readonly maxPlus: MaxPlus;
  readonly actor: PlanChangeActor;
  readonly zone: string;
  readonly refusal: string | undefined;
}

function OwnPlan({ maxPlus, actor, zone, refusal }: OwnPlanProps) {
  const { subscription, card, offers } = maxPlus;
  const until = subscription === null ? '' : formatDate(subscription.period_ends_at, zone);
  return (
    <>
      {subscription?.status === 'past_due' ? (
        <Note tone="bad" title="Your monthly payment failed">
          We'll retry once a day, up to three times. If you change your card, we'll charge it right away.
        </Note>
      ) : null}
      {maxPlus.plan === null ? null : (
        <Card title="Your plan" aside={<Status maxPlus={maxPlus} />} padded>
          <Facts facts={factsOf(maxPlus, until)} />
          {subscription !== null && subscription.paid_by === 'self' ? (
            <div className="row wrap max-plus-deeds">
              {subscription.status === 'past_due' ? <ButtonLink href="/billing/update">Change card</ButtonLink> : null}
              {subscription.status === 'cancelled' ? null : (
                <Button
                  look="plain"
                  refusal={refusal}
                  onClick={() => actor.send({ type: 'change.propose', change: ownEnd(subscription, until) })}
                >
                  Cancel Max Plus
                </Button>
              )}
            </div>
          ) : null}
        </Card>
      )}
      {subscription?.paid_by === 'agency' ? null : (
        <div className="max-plus-offers">
          {offers.map((offer) => (
            <Offer
              key={offer.plan}
              offer={offer}
              isOwn={maxPlus.plan === offer.plan}
              refusal={offer.refusal || refusal}
              onChoose={() => actor.send({ type: 'change.propose', change: ownChange(offer, card, until) })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Status({ maxPlus: { plan, subscription } }: { maxPlus: MaxPlus }) {
  if (subscription === null) return plan === null ? null : <StatusWord tone="good">Included</StatusWord>;
  if (subscription.status === 'active') return <StatusWord tone="good">Active</StatusWord>;
  if (subscription.status === 'cancelled') return <StatusWord tone="warn">Canceled</StatusWord>;
  return <StatusWord tone="bad">Payment failed</StatusWord>;
}

function factsOf({ plan, subscription, card }: MaxPlus, until: string): Fact[] {
  const name: Fact = { label: 'Plan', value: <b className="med">{planWord(plan)}</b> };
  if (subscription === null) {
    return [name, { label: 'Price', value: 'Included by your administrator' }];
  }
  const end = { active: 'Renews', cancelled: 'Ends', past_due: 'Unpaid since' }[subscription.status];
  const price = `${dollars(subscription.price_cents)}/mo`;
  const next = subscription.next_plan === null ? '' : `, then ${planName(subscription.next_plan)}`;
  return [
    name,
    { label: 'Price', value: subscription.paid_by === 'self' ? price : `${price}, paid by your agency` },
    { label: end, value: <span className="num">{`${until}${next}`}</span> },
    ...(subscription.paid_by === 'self'
      ? [{ label: 'Card', value: card === null ? 'None on file' : <span className="num">{card}</span> }]
      : []),
  ];
}

interface OfferProps {
  readonly offer: MaxPlusOffer;
  readonly isOwn: boolean;
  readonly refusal: string | undefined;
  readonly onChoose: () => void;
}

function Offer({ offer: { plan, effect, due_now_cents }, isOwn, refusal, onChoose }: OfferProps) {
  return (
    <Card title={planName(plan)} aside={<span className="num med">{monthly(plan)}</span>} padded>
      <ul className="max-plus-opens">
        {OPENS[plan].map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className="row wrap max-plus-deeds">
        {isOwn && effect === 'refused' ? (
          <span className="soft">Your current plan</span>
        ) : (
          <Button look={plan === 'premium' ? 'primary' : 'default'} refusal={refusal} onClick={onChoose}>
            {VERBS[effect](plan)}
          </Button>
        )}
        {effect === 'upgrade' ? <span className="soft num">{dollars(due_now_cents)} now</span> : null}
      </div>
    </Card>
  );
}
