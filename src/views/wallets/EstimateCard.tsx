import { useState } from 'react';
import { estimateWalletCost, listUsagePricing, USAGE_TYPES, type UsageType } from '#contract/wallets.contract.ts';
import { formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { USAGE_WORDS } from '#rules/wallets/statement-words.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Slice } from './Slice.tsx';

/** Milliseconds after the last key before the cost is asked for. Ours. */
const SETTLES_MS = 300;
const OPTIONS = USAGE_TYPES.map((value) => ({ value, label: USAGE_WORDS[value] }));

/** What a quantity would cost, and whether the wallet covers it. */
export function EstimateCard() {
  const [usageType, setUsage] = useState<UsageType>('sms');
  const [written, setWritten] = useState('1000');
  const quantity = /^\d{1,7}$/.test(written) && Number(written) > 0 ? Number(written) : null;
  const estimate = useResource(estimateWalletCost, quantity === null ? null : { body: { usageType, quantity } }, {
    settlesAfter: SETTLES_MS,
  });
  return (
    <Card title="Estimate" padded>
      <div className="wallet-form">
        <div className="wallet-pair">
          <SelectField
            label="Usage"
            value={usageType}
            options={OPTIONS}
            onChange={(event) => setUsage(USAGE_TYPES.find((one) => one === event.target.value) ?? 'sms')}
          />
          <TextField
            label="Quantity"
            inputMode="numeric"
            value={written}
            error={quantity === null ? 'Enter a whole number.' : undefined}
            onChange={(event) => setWritten(event.target.value)}
          />
        </div>
        {quantity === null ? null : (
          <Slice of={estimate} what="the estimate">
            {({ data: { cost, missing } }) => (
              <output>
                <b className="med num">{formatMicros(fromDollars(cost))}</b>{' '}
                <span className="soft">
                  {missing > 0
                    ? `Your wallet is ${formatMicros(fromDollars(missing))} short.`
                    : 'Your wallet covers it.'}
                </span>
              </output>
            )}
          </Slice>
        )}
      </div>
    </Card>
  );
}

/** The price list. */
export function PricesCard() {
  const prices = useResource(listUsagePricing, {});
  return (
    <Card title="Prices" padded>
      <Slice of={prices} what="prices">
        {({ data }) => (
          <Facts
            facts={data.map(({ usage_type, price, unit }) => ({
              label: USAGE_WORDS[usage_type],
              value: <span className="num">{`${formatMicros(fromDollars(price))} per ${unit}`}</span>,
            }))}
          />
        )}
      </Slice>
    </Card>
  );
}
