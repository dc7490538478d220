import { useState } from 'react';
import { readWallet, updateWalletSettings, type Wallet } from '#contract/wallets.contract.ts';
import { parseDollars, typedDollars } from '#rules/billing/money.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

const FORMAT = 'Enter an amount such as 10.00.';

/** Adds money by itself when less than the threshold is available. */
export function AutoRefillCard({ wallet: { auto_refill_settings: settings } }: { wallet: Wallet }) {
  const [enabled, setEnabled] = useState(settings.enabled);
  const [threshold, setThreshold] = useState(typedDollars(Math.round(settings.threshold * 100)));
  const [amount, setAmount] = useState(typedDollars(Math.round(settings.amount * 100)));
  const { submit, state, error } = useSubmit(updateWalletSettings, { invalidates: [readWallet] });
  const [below, add] = [parseDollars(threshold), parseDollars(amount)];
  const known = ['threshold', 'amount'];
  const other =
    error?.fields['enabled']?.[0] ?? (error && !known.some((name) => name in error.fields) ? error.message : null);
  return (
    <Card title="Auto-refill" aside={<Status settings={settings} />} padded>
      <div className="wallet-form">
        {other === null ? null : <Note tone="bad" role="alert" title={other} />}
        <Checkbox checked={enabled} onCheckedChange={setEnabled}>
          Charge my card when the wallet runs low
        </Checkbox>
        <div className="wallet-pair">
          <TextField
            label="When below"
            inputMode="decimal"
            value={threshold}
            error={below === null ? FORMAT : error?.fields['threshold']?.[0]}
            onChange={(event) => setThreshold(event.target.value)}
          />
          <TextField
            label="Add"
            inputMode="decimal"
            value={amount}
            error={add === null ? FORMAT : error?.fields['amount']?.[0]}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
        <div>
          <Button
            busy={state === 'submitting'}
            refusal={below === null || add === null ? 'Correct the amounts first.' : undefined}
            onClick={() =>
              below !== null && add !== null && submit({ body: { enabled, threshold: below / 100, amount: add / 100 } })
            }
          >
            Save auto-refill
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Status({ settings: { enabled, paused } }: { settings: Wallet['auto_refill_settings'] }) {
  if (!enabled) return <span className="soft">Off</span>;
  return paused === null ? <StatusWord tone="good">On</StatusWord> : <StatusWord tone="bad">Paused</StatusWord>;
}
