import { useSelector } from '@xstate/react';
import type { OrderDetail } from '#contract/orders.contract.ts';
import { typedDollars } from '#rules/billing/money.ts';
import { readRefund } from '#rules/store/refund-amount.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { money, paidFrom } from '../store/store-words.ts';

/** A refund of a part or all of an order. The button says how much; the field names the limit and offers it. */
export function RefundDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { toasts } = useApp();
  const machines = usePageMachines();
  const leftCents = Math.round(order.refundable * 100);
  const actor = usePageMachine(machines.refund, {
    input: { newKey: machines.newKey, orderId: order.id, leftCents, to: order.payment_method },
  });
  useEmitted(actor, 'refunded', ({ order: after }) => {
    toasts.show({ tone: 'good', text: `Refunded. ${money(after.refundable)} of order ${after.id} is left.` });
    onClose();
  });
  const state = useSelector(actor, (now) => now);
  const { amount, reason, to, refusal } = state.context;
  const { cents, fault } = readRefund(amount, leftCents);
  const isBusy = state.hasTag('sending');
  const isTyping = state.hasTag('typing');
  const own = refusal?.fields['amount']?.[0] ?? refusal?.fields['to']?.[0];
  const write = (change: { amount?: string; reason?: string; to?: 'card' | 'wallet' }) =>
    actor.send({ type: 'refund.write', change });
  return (
    <Dialog
      open
      title={`Refund order ${order.id}`}
      {...(isBusy ? {} : { onClose })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {isTyping ? 'Cancel' : 'Close'}
          </Button>
          {state.hasTag('stuck') ? (
            <Button look="primary" onClick={() => actor.send({ type: 'refund.retry' })}>
              Check again
            </Button>
          ) : (
            <Button
              look="primary"
              busy={isBusy}
              refusal={cents === null && !isBusy ? (fault ?? 'Enter an amount first.') : undefined}
              onClick={() => actor.send({ type: 'refund.send' })}
            >
              {cents === null ? 'Refund' : `Refund ${money(cents / 100)}`}
            </Button>
          )}
        </>
      }
    >
      {refusal === null || own !== undefined ? null : <Note tone="bad" role="alert" title={refusal.text} />}
      <div aria-live="polite">
        {state.hasTag('unsure') ? (
          <Note tone="info" title="Confirming the refund">
            The answer hasn't arrived yet. The refund won't be made twice.
          </Note>
        ) : null}
      </div>
      {state.hasTag('stuck') ? (
        <Note tone="warn" role="alert" title="We couldn't confirm the refund">
          It counts as pending and is confirmed within minutes. Check again: it won't be made twice.
        </Note>
      ) : null}
      <fieldset className="order-refund" disabled={!isTyping} aria-label="Refund">
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          maxLength={16}
          value={amount}
          hint={`${money(order.refundable)} is left to refund.`}
          error={own ?? fault ?? undefined}
          onChange={(event) => write({ amount: event.currentTarget.value })}
        />
        <Button size="small" look="plain" onClick={() => write({ amount: typedDollars(leftCents) })}>
          Use {money(order.refundable)}
        </Button>
        <SelectField
          label="Goes to"
          value={to}
          options={[
            ...(order.payment_method === 'card' ? [{ value: 'card', label: paidFrom(order) }] : []),
            { value: 'wallet', label: `Wallet of ${order.user.name}` },
          ]}
          onChange={(event) => write({ to: event.target.value === 'card' ? 'card' : 'wallet' })}
        />
        <TextField
          label="Reason"
          hint="Kept with the refund."
          maxLength={200}
          value={reason}
          onChange={(event) => write({ reason: event.currentTarget.value })}
        />
      </fieldset>
    </Dialog>
  );
}
