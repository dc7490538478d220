import { Navigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { type ReactNode } from 'react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { BillingActor } from '../../machines/billing/billing.machine.ts';
import type { Opened } from '../../machines/billing/billing-context.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { useTold } from '../_base/use-told.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { WhyHere } from '../guards/WhyHere.tsx';
import type { BillingViewProps } from './billing-view.ts';
import { BillingOverview } from './BillingOverview.tsx';
import { CardPage } from './CardPage.tsx';
import { PaidReceipt } from './PaidReceipt.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { PlanReview } from './PlanReview.tsx';
import './billing.css';

/** One machine for all billing pages, so that a payment continues while the user looks at another of them. */
export function BillingShell({ page, planId, newKey }: Opened & { readonly newKey: () => string }) {
  const { user } = useApp();
  const actor = usePageMachine(usePageMachines().billing, { input: { page, planId, newKey } });
  // The address is another source of what is wanted: Back and bookmarks.
  useTold(actor, { type: 'billing.opened', page, planId });
  return (
    <BillingView
      actor={actor}
      zone={IANA_ZONES[user.timezone]}
      refusal={user.identity.length > 1 ? 'Only the account owner can pay.' : undefined}
    />
  );
}

export function BillingView(props: BillingViewProps) {
  const title = useSelector(props.actor, titleOf);
  const isOverview = title === 'Billing';
  return (
    <>
      <PageBar title={title} {...(isOverview ? {} : { crumbs: [{ label: 'Billing', href: '/billing' }] })} />
      <div className="scroll">
        <div className="body billing">
          <WhyHere />
          <BillingStep {...props} />
        </div>
      </div>
    </>
  );
}

type Snapshot = ReturnType<BillingActor['getSnapshot']>;

function titleOf(snapshot: Snapshot): string {
  if (snapshot.hasTag('paid')) return 'Thank you';
  if (snapshot.hasTag('card')) return 'Your card';
  if (snapshot.hasTag('choosing')) return 'Choose a plan';
  if (snapshot.hasTag('review')) return 'Review and pay';
  return 'Billing';
}

function BillingStep(props: BillingViewProps): ReactNode {
  const { actor, zone } = props;
  const snapshot = useSelector(actor, (now) => now);
  const { facts, refusal, receipt, planId } = snapshot.context;
  if (snapshot.hasTag('unreachable')) {
    return (
      <ErrorPanel
        title="Couldn't load billing"
        text={refusal?.text}
        requestId={refusal?.requestId}
        actions={<Button onClick={() => actor.send({ type: 'billing.reload' })}>Try again</Button>}
      />
    );
  }
  if (facts === null || snapshot.hasTag('pending')) return <SkeletonLines lines={8} label="Loading billing" />;
  if (snapshot.hasTag('cardKept')) {
    return planId === null ? (
      <Navigate to="/billing" replace />
    ) : (
      <Navigate to="/billing/review" search={{ plan: planId }} replace />
    );
  }
  if (snapshot.hasTag('card')) return <CardPage billing={actor} facts={facts} />;
  if (snapshot.hasTag('choosing')) return <PlanChoice facts={facts} />;
  if (snapshot.hasTag('paid') && receipt !== null) {
    return <PaidReceipt receipt={receipt} billing={facts.billing} zone={zone} />;
  }
  if (snapshot.hasTag('review')) return <PlanReview {...props} />;
  return <BillingOverview {...props} facts={facts} />;
}
