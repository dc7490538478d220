import { useSelector } from '@xstate/react';
import { dollars } from '#rules/billing/money.ts';
import type { PlanChangeActor } from '../../machines/plans/plan-change.machine.ts';
import type { PlanChange, PlanPrice } from '../../machines/plans/plan-change-context.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

/** What a change costs now and from then on, before it is made; the button says how much. */
export function PlanChangeDialog({ actor }: { actor: PlanChangeActor }) {
  const snapshot = useSelector(actor, (now) => now);
  const { change, price, refusal, reasons } = snapshot.context;
  if (change === null) return null;
  const isBusy = snapshot.hasTag('busy');
  const back = () => actor.send({ type: 'change.back' });
  return (
    <Dialog
      open
      title={change.title}
      {...(isBusy ? {} : { onClose: back })}
      footer={
        <>
          <Button disabled={isBusy} onClick={back}>
            {change.isEnd ? 'Keep it' : 'Back'}
          </Button>
          <Deed actor={actor} change={change} price={price} />
        </>
      }
    >
      {refusal === null ? null : (
        <Note tone="bad" role="alert" title={refusal.text}>
          {reasons.length === 0 ? null : (
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </Note>
      )}
      {snapshot.hasTag('unsure') ? (
        <Note tone="warn" role="alert" title="We couldn't confirm the payment">
          You won't be charged twice. Ask again, or look at Billing later.
        </Note>
      ) : null}
      {snapshot.hasTag('pricing') ? <SkeletonLines lines={2} label="Loading the price" /> : null}
      {price === null || change.isEnd || change.isRequest ? null : <Facts facts={factsOf(price)} />}
      {change.about.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Dialog>
  );
}

function Deed({ actor, change, price }: { actor: PlanChangeActor; change: PlanChange; price: PlanPrice | null }) {
  const snapshot = useSelector(actor, (now) => now);
  if (snapshot.hasTag('unpriced')) {
    return (
      <Button look="primary" onClick={() => actor.send({ type: 'change.reload' })}>
        Try again
      </Button>
    );
  }
  const due = change.isRequest ? 0 : (price?.dueNowCents ?? 0);
  if (price !== null && due > 0 && price.card === null) {
    return (
      <ButtonLink look="primary" href="/billing/update">
        Add a card
      </ButtonLink>
    );
  }
  const label = snapshot.hasTag('unsure') ? 'Ask again' : due > 0 ? `Pay ${dollars(due)}` : change.confirm;
  return (
    <Button
      look={change.isEnd ? 'danger-fill' : 'primary'}
      busy={snapshot.hasTag('busy')}
      refusal={price === null ? 'The price is loading.' : undefined}
      onClick={() => actor.send({ type: 'change.confirm' })}
    >
      {label}
    </Button>
  );
}

function factsOf({ dueNowCents, renewalCents, days, card }: PlanPrice): Fact[] {
  const share = days === null ? '' : ` for ${days.left} of ${days.total} days`;
  return [
    {
      label: 'Due now',
      value: (
        <span>
          <b className="num">{dollars(dueNowCents)}</b>
          {dueNowCents > 0 ? share : ''}
        </span>
      ),
    },
    ...(renewalCents === null ? [] : [{ label: 'Then', value: `${dollars(renewalCents)}/mo` }]),
    ...(dueNowCents > 0
      ? [{ label: 'Card', value: card === null ? 'None on file' : <span className="num">{card}</span> }]
      : []),
  ];
}
