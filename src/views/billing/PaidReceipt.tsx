import type { BillingInfo } from '#contract/billing.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import type { Receipt } from '../../machines/billing/billing-context.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';

interface PaidReceiptProps {
  readonly receipt: Receipt;
  readonly billing: BillingInfo;
  readonly zone: string;
}

/** Outcome of the payment. */
export function PaidReceipt({ receipt: { plan, chargedCents }, billing, zone }: PaidReceiptProps) {
  const until = billing.membership && formatDate(billing.membership.period_ends_at, zone);
  const title = chargedCents > 0 ? `Paid ${dollars(chargedCents)} for ${plan.name}` : `${plan.name} is your plan`;
  return (
    <>
      <Note tone="good" title={title}>
        <p>
          {chargedCents > 0 ? 'Your card was charged once.' : "You weren't charged."}
          {until === null ? null : ` Your next payment is on ${until}.`}
        </p>
      </Note>
      <div className="row wrap">
        <ButtonLink look="primary" href="/contacts">
          Go to contacts
        </ButtonLink>
        <ButtonLink href="/billing">Go to billing</ButtonLink>
      </div>
    </>
  );
}
