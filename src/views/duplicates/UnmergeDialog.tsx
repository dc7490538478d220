import { useSelector } from '@xstate/react';
import type { Merge } from '#contract/duplicates.contract.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { apartWords, keptWords, partsOf } from './duplicate-words.ts';
import './duplicates.css';

/** Confirms undoing a merge, then lists what couldn't be restored. */
export function UnmergeDialog({ merge, onClose }: { merge: Merge; onClose: () => void }) {
  const { merge: machine, newKey } = usePageMachines();
  const actor = usePageMachine(machine, { input: { merge, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { merge: now, refusal } = snapshot.context;
  const isApart = snapshot.hasTag('unmerged');
  const kept = now?.kept ?? [];
  const { survivor, merged } = partsOf(merge);
  return (
    <Dialog
      title={isApart ? 'Contacts unmerged' : `Unmerge ${survivor}?`}
      open
      onClose={onClose}
      footer={
        isApart ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Keep merged</Button>
            <Button look="primary" busy={snapshot.hasTag('busy')} onClick={() => actor.send({ type: 'merge.undo' })}>
              Unmerge
            </Button>
          </>
        )
      }
    >
      <div className="stack" aria-live="polite">
        {isApart ? (
          <p>{apartWords(merge)}.</p>
        ) : (
          <p className="soft">
            {merged} {merge.merged.length === 1 ? 'becomes a separate contact' : 'become separate contacts'} again, with
            its original information. Changes made since the merge stay with {survivor}.
          </p>
        )}
        {refusal ? <Note tone="bad" title={refusal.text} /> : null}
        {isApart && kept.length > 0 ? <Kept kept={kept} /> : null}
      </div>
    </Dialog>
  );
}

export function Kept({ kept }: { kept: readonly string[] }) {
  return (
    <Note tone="warn" title={keptWords(kept)}>
      <ul className="merge-kept">
        {kept.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Note>
  );
}
