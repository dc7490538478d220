import { useNavigate } from '@tanstack/react-router';
import { countMailerAssignments, printMailerKit } from '#contract/mailer-kits.contract.ts';
import { listPrints, MAX_PRINT_LIMIT } from '#contract/printing.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatCount } from '../_kit/format/format-count.ts';

/** Prints a kit for the next contacts that are left, and opens the print. */
export function PrintNext({ kitId, left }: { kitId: number; left: number }) {
  const { toasts } = useApp();
  const navigate = useNavigate();
  const { submit, state } = useSubmit(printMailerKit, {
    invalidates: [countMailerAssignments, listPrints],
    onDone: ({ data: { jid } }) => void navigate({ to: '/prints/$jid', params: { jid } }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const next = Math.min(left, MAX_PRINT_LIMIT);
  return (
    <Button size="small" busy={state === 'submitting'} onClick={() => submit({ body: { kit_id: kitId } })}>
      Print {next < left ? `the next ${formatCount(next)}` : formatCount(next)}
    </Button>
  );
}
