import { useState } from 'react';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import {
  readWalletAnalytics,
  SPEND_TYPES,
  WALLET_PERIODS,
  type WalletAnalytics,
  type WalletPeriod,
} from '#contract/wallets.contract.ts';
import { formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { PERIOD_WORDS, USAGE_WORDS } from '#rules/wallets/statement-words.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import type { Chosen } from './chosen.ts';
import { Slice } from './Slice.tsx';

const PERIODS = WALLET_PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] }));
const HEIGHT = 120;
const BAR = 12;
const STEP = 16;

/** Where the money went. Each number opens its entries in the statement. */
export function SpendingCard({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const [period, setPeriod] = useState<WalletPeriod>('month');
  const [corporation, setCorporation] = useState<number | undefined>();
  const { user } = useApp();
  const mayChoose = user.permissions.includes('reference.manage');
  const known =
    useResource(corporations.list, mayChoose ? { query: { limit: MAX_PAGE_LIMIT } } : null).data?.data ?? [];
  const query = { period, ...(corporation !== undefined && { corporation_id: corporation }) };
  const analytics = useResource(readWalletAnalytics, { query });
  return (
    <Card title="Spending" padded>
      <div className="wallet-form">
        <SelectField
          label="Period"
          value={period}
          options={PERIODS}
          onChange={(event) => setPeriod(WALLET_PERIODS.find((one) => one === event.target.value) ?? 'month')}
        />
        {known.length === 0 ? null : (
          <SelectField
            label="Corporation"
            value={String(corporation ?? '')}
            options={[
              { value: '', label: 'All spending' },
              ...known.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) => setCorporation(Number(target.value) || undefined)}
          />
        )}
        <Slice of={analytics} what="spending">
          {({ data }) => <Spending analytics={data} isAll={corporation === undefined} onChoose={onChoose} />}
        </Slice>
      </div>
    </Card>
  );
}

interface SpendingProps {
  analytics: WalletAnalytics;
  /** False: of one corporation. */
  isAll: boolean;
  onChoose: (chosen: Chosen) => void;
}

function Spending({ analytics, isAll, onChoose }: SpendingProps) {
  const { spent, added, by_usage: byUsage } = analytics;
  const amount = (dollars: number) => formatMicros(fromDollars(dollars));
  if (byUsage.length === 0 && !isAll) return <p className="soft">Nothing was spent on products of this corporation.</p>;
  if (byUsage.length === 0) return <p className="soft">Nothing was spent. {amount(added)} was added.</p>;
  return (
    <>
      <p>
        <b className="med num">{amount(spent)}</b>{' '}
        <span className="soft">{isAll ? `spent, ${amount(added)} added` : 'spent on its products'}</span>
      </p>
      <Bars analytics={analytics} />
      <ul className="wallet-usage">
        {byUsage.map(({ usage, spent: cost, quantity }) => (
          <li key={usage} className={`usage-${usage}`}>
            <span>
              {USAGE_WORDS[usage]} <span className="soft num">{quantity.toLocaleString('en-US')}</span>
            </span>
            {isAll ? (
              <button
                type="button"
                className="link num"
                aria-label={`${USAGE_WORDS[usage]}, ${amount(cost)}: show entries`}
                onClick={() => onChoose({ usage })}
              >
                {amount(cost)}
              </button>
            ) : (
              // The statement knows no corporations: its entries would sum to more.
              <span className="num">{amount(cost)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Days as bars, stacked by usage. The list below says the same in words. */
function Bars({ analytics: { days } }: { analytics: WalletAnalytics }) {
  const byDay = [...Map.groupBy(days, ({ day }) => day)].slice(-31);
  const most = Math.max(...byDay.map(([, parts]) => parts.reduce((sum, part) => sum + part.spent, 0)));
  const scale = (dollars: number) => (dollars / most) * HEIGHT;
  return (
    <svg className="wallet-bars" viewBox={`0 0 ${byDay.length * STEP} ${HEIGHT}`} aria-hidden="true">
      {byDay.map(([day, parts], index) => {
        let top = HEIGHT;
        return SPEND_TYPES.map((usage) => {
          const part = parts.find((one) => one.usage === usage);
          if (part === undefined) return null;
          // A day of refunds spends less than nothing.
          const height = Math.max(0, scale(part.spent));
          top -= height;
          return (
            <rect
              key={`${day} ${usage}`}
              className={`usage-${usage}`}
              x={index * STEP}
              y={top}
              width={BAR}
              height={height}
            />
          );
        });
      })}
    </svg>
  );
}
