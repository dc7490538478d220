import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import {
  countMailerAssignments,
  createMailerAssignment,
  mailerKits,
  type MailerPreview,
  previewMailerAssignment,
} from '#contract/mailer-kits.contract.ts';
import { listPrints, MAX_PRINT_LIMIT } from '#contract/printing.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { PrintNext } from './PrintNext.tsx';

interface AssignKitDialogProps {
  selection: SelectionInput;
  /** Number of selected contacts and the label of the selection. */
  count: number;
  sentence: string;
  onClose: () => void;
  /** The server has taken it. */
  onStarted: () => void;
}

/** Which kit goes to whom; who is left out, and why, is named before. */
export function AssignKitDialog({ selection, count, sentence, onClose, onStarted }: AssignKitDialogProps) {
  const { invalidate } = useApp();
  const navigate = useNavigate();
  const kits = useResource(mailerKits.choices, {});
  const counts = useResource(countMailerAssignments, {});
  const [chosen, setChosen] = useState<number | null>(null);
  const kitId = chosen ?? kits.data?.data[0]?.id ?? null;
  const preview = useResource(previewMailerAssignment, kitId === null ? null : { body: { kit_id: kitId, selection } });
  const found = preview.isEarlier ? null : (preview.data?.data ?? null);
  const { submit, state, error } = useSubmit(createMailerAssignment, {
    onDone: ({ data: { print } }) => {
      invalidate(countMailerAssignments, listPrints);
      onStarted();
      void navigate({ to: '/prints/$jid', params: { jid: print.jid } });
    },
  });
  const isBusy = state === 'submitting';
  const failure = kits.error ?? preview.error;
  const own = counts.data?.data.find((one) => one.kit_id === kitId);
  return (
    <Dialog
      open
      title={`Assign a mailer kit to ${formatContacts(count)}`}
      {...(isBusy ? {} : { onClose })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={isBusy}
            refusal={isBusy ? undefined : whyNot(found, kits.data?.data.length === 0, failure !== null)}
            onClick={() => kitId !== null && submit({ body: { kit_id: kitId, selection } })}
          >
            {found === null || found.to_assign === 0
              ? 'Assign and print'
              : `Assign to ${formatContacts(found.to_assign)} and print`}
          </Button>
        </>
      }
    >
      {sentence ? <p className="soft">{sentence}</p> : null}
      {error ? <Note tone="bad" role="alert" title={error.message} /> : null}
      {kits.data?.data.length === 0 ? (
        <Note tone="info" title="No active mailer kits">
          An administrator adds them under Mailer kits.
        </Note>
      ) : (
        <SelectField
          label="Mailer kit"
          value={kitId === null ? '' : String(kitId)}
          options={(kits.data?.data ?? []).map(({ id, name, purpose }) => ({
            value: String(id),
            label: purpose === '' ? name : `${name}: ${purpose}`,
          }))}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      )}
      <div aria-live="polite">
        {kitId !== null && found === null && failure === null ? (
          <SkeletonLines lines={2} label="Counting contacts" />
        ) : null}
        {failure === null ? null : (
          <>
            <p className="bad-t">{failure.message}</p>
            <Button
              size="small"
              onClick={() => {
                kits.reload();
                preview.reload();
              }}
            >
              Try again
            </Button>
          </>
        )}
        {found === null ? null : leftOutOf(found).map((text) => <p key={text}>{text}</p>)}
        {found !== null && found.to_assign > MAX_PRINT_LIMIT ? (
          <p>The first {MAX_PRINT_LIMIT} are printed now. Open this dialog again to print the rest.</p>
        ) : null}
      </div>
      {kitId !== null && own !== undefined && own.left > 0 ? (
        <p>
          Assigned earlier: {formatCount(own.printed)} of {formatContacts(own.assigned)} printed.{' '}
          <PrintNext kitId={kitId} left={own.left} />
        </p>
      ) : null}
    </Dialog>
  );
}

function leftOutOf({ contacts, without_address: none, already_assigned: had }: MailerPreview): string[] {
  const of = formatContacts(contacts);
  return [
    ...(none === 0
      ? []
      : [`${formatCount(none)} of ${of} ${none === 1 ? 'has' : 'have'} no postal address and will be left out.`]),
    ...(had === 0
      ? []
      : [`${formatCount(had)} of ${of} already ${had === 1 ? 'has' : 'have'} this kit and will be left out.`]),
  ];
}

function whyNot(found: MailerPreview | null, hasNone: boolean, isFailed: boolean): string | undefined {
  if (hasNone) return 'No active mailer kits';
  if (found === null) return isFailed ? "Couldn't count contacts" : 'Counting';
  if (found.too_many) return 'Too many contacts';
  return found.to_assign === 0 ? 'No one would get this kit' : undefined;
}
