import { useSelector } from '@xstate/react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { EXPORT_FREELY, MAX_EXPORT_LIMIT } from '#contract/exports.contract.ts';
import { choiceFault } from '../../machines/exports/export-context.ts';
import type { ExportActor } from '../../machines/exports/export.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';
import { ExportForm } from './ExportForm.tsx';
import { ExportOutcome } from './ExportOutcome.tsx';
import { statusWords } from './export-words.ts';
import './exports.css';

interface ExportDialogProps {
  selection: SelectionInput;
  onClose: () => void;
}

/** A file of the contacts that are meant: what is in it, what for, and how it comes down. Only a button ends the download. */
export function ExportDialog({ selection, onClose }: ExportDialogProps) {
  const { toasts } = useApp();
  const actor = usePageMachine(usePageMachines().export, { input: { selection } });
  const snapshot = useSelector(actor, (now) => now);
  const { counted } = snapshot.context;
  useEmitted(actor, 'export.failed', ({ failure }) =>
    toasts.show({ tone: 'bad', text: `Export failed: ${statusWords(failure)}` }),
  );

  const isOpen = snapshot.hasTag('open');
  // A running or finished export closes only by a button.
  const isHeld = snapshot.hasTag('busy') || snapshot.hasTag('unchecked');
  return (
    <Dialog
      open
      wide
      title={counted === null ? 'Export contacts' : `Export ${formatContacts(counted.count)}`}
      {...(isHeld ? {} : { onClose })}
      footer={<Buttons actor={actor} onClose={onClose} />}
    >
      <p className="soft">
        {counted === null ? null : <b className="med">{counted.sentence || 'Selected contacts'}. </b>}A file can hold up
        to {formatCount(MAX_EXPORT_LIMIT)} contacts. Above {formatCount(EXPORT_FREELY)} contacts, you'll enter your
        password. Your manager can see this export and its purpose.
      </p>
      {isOpen ? (
        <ExportForm context={snapshot.context} onChoose={(choice) => actor.send({ type: 'export.choose', choice })} />
      ) : null}
      <ExportOutcome snapshot={snapshot} />
    </Dialog>
  );
}

/** Available actions. */
function Buttons({ actor, onClose }: { actor: ExportActor; onClose: () => void }) {
  const snapshot = useSelector(actor, (now) => now);
  if (snapshot.hasTag('busy'))
    return <Button onClick={() => actor.send({ type: 'export.cancel' })}>Cancel the download</Button>;
  if (snapshot.hasTag('saved'))
    return (
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    );
  if (snapshot.can({ type: 'export.again' }))
    return (
      <>
        <Button onClick={onClose}>Close</Button>
        <Button look="primary" onClick={() => actor.send({ type: 'export.again' })}>
          Try again
        </Button>
      </>
    );
  const fault = choiceFault(snapshot.context);
  return (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        look="primary"
        refusal={fault === 'counting' ? 'Counting' : fault?.text}
        onClick={() => actor.send({ type: 'export.start' })}
      >
        Export
      </Button>
    </>
  );
}
