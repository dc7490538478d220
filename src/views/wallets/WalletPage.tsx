import { useState } from 'react';
import type { Wallet } from '#contract/wallets.contract.ts';
import { readWallet } from '#contract/wallets.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { formatBalance, formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { AgentWallets } from './AgentWallets.tsx';
import { AutoRefillCard } from './AutoRefillCard.tsx';
import type { Chosen } from './chosen.ts';
import { EstimateCard, PricesCard } from './EstimateCard.tsx';
import { InvoicesCard } from './InvoicesCard.tsx';
import { Slice } from './Slice.tsx';
import { SpendingCard } from './SpendingCard.tsx';
import { StatementCard } from './StatementCard.tsx';
import './wallets.css';

const TopUpDialog = lazyPart(() => import('./TopUpDialog.tsx'), 'TopUpDialog');

/** Days of what `spent` adds up. */
const SPENT_DAYS = 30;

/** The wallet: what is there, where it went, and how more comes in. */
export function WalletPage() {
  const { user } = useApp();
  const wallet = useResource(readWallet, {});
  const [isToppingUp, setToppingUp] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isManager = user.permissions.includes('wallets.manage');
  return (
    <>
      <PageBar
        title={titleOf('/wallets')}
        scope={wallet.data?.shared ? 'Shared by everyone who manages your agency' : undefined}
        actions={
          <Button look="primary" onClick={() => setToppingUp(true)}>
            Top up
          </Button>
        }
      />
      <div className="body wallet">
        <Slice of={wallet} what="the balance">
          {(data) => <Numbers wallet={data} />}
        </Slice>
        <div className="wallet-parts">
          <div className="wallet-main">
            {isManager ? <AgentWallets available={wallet.data?.balance ?? null} /> : null}
            <StatementCard chosen={chosen} onChoose={setChosen} zone={IANA_ZONES[user.timezone]} />
          </div>
          <div className="wallet-side">
            {wallet.data === null ? null : (
              <AutoRefillCard key={JSON.stringify(wallet.data.auto_refill_settings)} wallet={wallet.data} />
            )}
            <SpendingCard onChoose={setChosen} />
            <EstimateCard />
            <PricesCard />
            <InvoicesCard zone={IANA_ZONES[user.timezone]} />
          </div>
        </div>
      </div>
      {isToppingUp ? <TopUpDialog card={wallet.data?.card ?? null} onClose={() => setToppingUp(false)} /> : null}
    </>
  );
}

function Numbers({
  wallet: { balance, held, spent, granted, shared, auto_refill_settings: refill },
}: {
  wallet: Wallet;
}) {
  return (
    <>
      {refill.paused === null ? null : (
        <Note tone="bad" title="Auto-refill is paused">
          {refill.paused} Change your card on the Billing page, then save auto-refill again.
        </Note>
      )}
      <dl className="stats">
        <Stat label="Available" value={formatBalance(fromDollars(balance))} about={lasts(balance, spent)} />
        <Stat
          label="On hold"
          value={formatMicros(fromDollars(held))}
          about={held > 0 ? 'for running work' : undefined}
        />
        <Stat label="Balance with holds" value={formatBalance(fromDollars(balance + held))} />
        <Stat
          label="Spent in 30 days"
          value={formatMicros(fromDollars(spent))}
          about={!shared && granted > 0 ? `${formatBalance(fromDollars(granted))} left from your agency` : undefined}
        />
      </dl>
    </>
  );
}

/** `lasts about 9 days`. */
function lasts(balance: number, spent: number): string | undefined {
  if (spent <= 0 || balance <= 0) return undefined;
  const days = Math.floor(balance / (spent / SPENT_DAYS));
  return days === 1 ? 'lasts about a day' : `lasts about ${days.toLocaleString('en-US')} days`;
}

function Stat({ label, value, about }: { label: string; value: string; about?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">
        {value}
        {about === undefined ? null : <small>{about}</small>}
      </dd>
    </div>
  );
}
