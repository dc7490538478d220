import { useState } from 'react';
import { listWalletInvoices, listWalletTransactions, readWallet, topUpWallet } from '#contract/wallets.contract.ts';
import { dollars, parseDollars } from '#rules/billing/money.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';

/** Charges the card on file. The button says how much. */
export function TopUpDialog({ card, onClose }: { card: string | null; onClose: () => void }) {
  const [amount, setAmount] = useState('50.00');
  const [description, setDescription] = useState('');
  const { submit, state, error, reset } = useSubmit(topUpWallet, {
    invalidates: [readWallet, listWalletTransactions, listWalletInvoices],
    onDone: onClose,
  });
  const isBusy = state === 'submitting';
  const cents = parseDollars(amount);
  const fault = cents === null && amount !== '' ? 'Enter an amount such as 50.00.' : error?.fields['amount']?.[0];
  const other = error !== null && error.fields['amount'] === undefined ? error.message : null;
  return (
    <Dialog
      open
      title="Top up"
      {...(isBusy ? {} : { onClose })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          {card === null ? (
            <ButtonLink look="primary" href="/billing/update">
              Add a card
            </ButtonLink>
          ) : (
            <Button
              look="primary"
              busy={isBusy}
              refusal={cents === null ? 'Enter an amount first.' : undefined}
              onClick={() => cents !== null && submit({ body: { amount: cents / 100, description } })}
            >
              {cents === null ? 'Pay' : `Pay ${dollars(cents)}`}
            </Button>
          )}
        </>
      }
    >
      {other === null ? null : <Note tone="bad" role="alert" title={other} />}
      {card === null ? (
        <p>You have no card on file. Add one on the Billing page, then top up.</p>
      ) : (
        <div className="wallet-form">
          <TextField
            label="Amount in dollars"
            inputMode="decimal"
            value={amount}
            error={fault}
            onChange={(event) => {
              setAmount(event.target.value);
              reset();
            }}
          />
          <TextField
            label="Description"
            hint="Shown on the statement and the invoice."
            value={description}
            maxLength={200}
            onChange={(event) => setDescription(event.target.value)}
          />
          <p className="soft">
            We'll charge <span className="num">{card}</span>.
          </p>
        </div>
      )}
    </Dialog>
  );
}
