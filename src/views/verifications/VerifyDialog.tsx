import { Link, useNavigate } from '@tanstack/react-router';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import {
  listVerificationRuns,
  purchaseMobileValidation,
  validateMobileBulk,
  type VerificationEstimate,
} from '#contract/verifications.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatContacts, formatCounted } from '../_kit/format/format-count.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { leftOutOf } from './verification-words.ts';

interface VerifyDialogProps {
  selection: SelectionInput;
  /** Number of selected contacts and the label of the selection. */
  count: number;
  sentence: string;
  onClose: () => void;
  /** The server has taken it. */
  onStarted: () => void;
}

/** How many numbers would be looked up, what is left out, and the price on the button. */
export function VerifyDialog({ selection, count, sentence, onClose, onStarted }: VerifyDialogProps) {
  const { invalidate } = useApp();
  const navigate = useNavigate();
  const estimate = useResource(validateMobileBulk, { body: { selection } });
  const found = estimate.data?.data ?? null;
  const { submit, state, error } = useSubmit(purchaseMobileValidation, {
    onDone: ({ data: { id } }) => {
      invalidate(listVerificationRuns);
      onStarted();
      void navigate({ to: '/verifications/$id', params: { id: String(id) } });
    },
  });
  const isBusy = state === 'submitting';
  return (
    <Dialog
      open
      title={`Verify the numbers of ${formatContacts(count)}`}
      {...(isBusy ? {} : { onClose })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={isBusy}
            refusal={isBusy ? undefined : whyNot(found, estimate.error !== null)}
            onClick={() => found && submit({ body: { selection, amount_cents: found.amount_cents } })}
          >
            {found === null || found.numbers === 0
              ? 'Verify'
              : `Verify ${formatCounted(found.numbers, 'number', 'numbers')} for ${dollars(found.amount_cents)}`}
          </Button>
        </>
      }
    >
      {sentence ? <p className="soft">{sentence}</p> : null}
      {error ? (
        <Note tone="bad" role="alert" title={error.message}>
          {'wallet' in error.fields ? (
            <Link to="/wallets">Top up</Link>
          ) : (
            <Button size="small" onClick={estimate.reload}>
              Count again
            </Button>
          )}
        </Note>
      ) : null}
      <p>
        A look-up says whether a number is a mobile phone, a landline or VoIP. Texts to landlines are then stopped
        before they fail.
      </p>
      <div aria-live="polite">
        {estimate.pending ? <SkeletonLines lines={2} label="Counting numbers" /> : null}
        {estimate.error ? (
          <>
            <p className="bad-t">{estimate.error.message}</p>
            <Button size="small" busy={estimate.refreshing} onClick={estimate.reload}>
              Count again
            </Button>
          </>
        ) : null}
        {found === null ? null : leftOutOf(found).map((text) => <p key={text}>{text}</p>)}
        {found === null || found.numbers === 0 ? null : (
          <p className="soft">{dollars(found.price_cents)} a number. Look-ups without an answer cost nothing.</p>
        )}
      </div>
    </Dialog>
  );
}

function whyNot(found: VerificationEstimate | null, isFailed: boolean): string | undefined {
  if (found === null) return isFailed ? "Couldn't count numbers" : 'Counting';
  if (found.too_many) return 'Too many numbers';
  return found.numbers === 0 ? 'No new numbers to verify' : undefined;
}
