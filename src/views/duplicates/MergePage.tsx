import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { UserRoundX } from 'lucide-react';
import { MAX_MERGED, type Merge } from '#contract/duplicates.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { MergeActor } from '../../machines/duplicates/merge.machine.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { NotForYou } from '../_base/NotForYou.tsx';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { changeWords } from './duplicate-words.ts';
import { MergeChoices } from './MergeChoices.tsx';
import { Surviving } from './Surviving.tsx';
import { useMergeRefusal, useTellMerged } from './use-merging.ts';
import './duplicates.css';

const TITLE = titleOf('/contacts/merge');
const MAYBE_MERGED = "We couldn't confirm the merge. Check Merge history.";
const CRUMBS = [
  { label: 'Contacts', href: '/contacts' },
  { label: 'Possible duplicates', href: '/contacts/duplicates' },
];

/** Contacts side by side before a merge: the survivor, the source of each value, and what moves. */
export function MergePage({ ids }: { ids: readonly number[] }) {
  const refusal = useMergeRefusal();
  if (refusal !== undefined) return <NotForYou reason={refusal} />;
  if (ids.length >= 2 && ids.length <= MAX_MERGED) return <Merging ids={ids} />;
  return (
    <>
      <PageBar title={TITLE} crumbs={CRUMBS} />
      <EmptyState
        icon={UserRoundX}
        title="Nothing to merge"
        text={`Select 2 to ${MAX_MERGED} contacts that are the same person.`}
        action={<ButtonLink href="/contacts/duplicates">Possible duplicates</ButtonLink>}
      />
    </>
  );
}

function Merging({ ids }: { ids: readonly number[] }) {
  const { merge, newKey } = usePageMachines();
  const actor = usePageMachine(merge, { input: { ids, newKey } });
  const tell = useTellMerged();
  const leave = useLeave();
  useEmitted(actor, 'merge.done', ({ merge: done }) => {
    contactsStore.trigger.cleared();
    tell(done);
    leave(done);
  });
  return <MergeView actor={actor} onCancel={() => leave(null)} />;
}

/** Back to the previous page, otherwise to the list. */
function useLeave(): (merge: Merge | null) => void {
  const router = useRouter();
  return (merge) => {
    if (router.history.canGoBack()) return router.history.back();
    void (merge === null
      ? router.navigate({ to: '/contacts/duplicates' })
      : router.navigate({ to: '/contacts/$number', params: { number: String(merge.survivor.number) } }));
  };
}

/** The merge in the machine, in one of its states. */
export function MergeView({ actor, onCancel }: { actor: MergeActor; onCancel: () => void }) {
  const snapshot = useSelector(actor, (now) => now);
  const { preview, wish, changed, refusal, lostKey } = snapshot.context;
  const isBusy = snapshot.hasTag('busy') || snapshot.hasTag('merged');
  if (snapshot.hasTag('unreadable'))
    return (
      <>
        <PageBar title={TITLE} crumbs={CRUMBS} />
        <ErrorPanel
          title={refusal?.missing ? 'A contact is no longer available' : "Couldn't load the merge preview"}
          text={refusal?.text ?? ''}
          requestId={refusal?.requestId ?? null}
          kept={[{ what: 'All contacts', detail: lostKey === null ? 'Nothing was merged.' : MAYBE_MERGED }]}
          actions={
            <>
              <Button onClick={() => actor.send({ type: 'merge.reload' })}>Try again</Button>
              {lostKey === null ? null : <ButtonLink href="/contacts/merges">Merge history</ButtonLink>}
              <Button look="plain" onClick={onCancel}>
                Back
              </Button>
            </>
          }
        />
      </>
    );
  if (preview === null)
    return (
      <>
        <PageBar title={TITLE} crumbs={CRUMBS} />
        <div className="body">
          <SkeletonLines lines={10} label="Comparing contacts" />
        </div>
      </>
    );
  return (
    <>
      <PageBar
        title={TITLE}
        crumbs={CRUMBS}
        manyActions
        actions={
          <>
            <Button disabled={isBusy} onClick={onCancel}>
              Cancel
            </Button>
            <Button
              look="primary"
              busy={isBusy}
              refusal={snapshot.can({ type: 'merge.confirm' }) ? undefined : 'Comparing contacts'}
              onClick={() => actor.send({ type: 'merge.confirm' })}
            >
              Merge {formatCounted(wish.ids.length, 'contact', 'contacts')}
            </Button>
          </>
        }
      />
      <div className="scroll">
        <div className="body merge-body">
          <div className="merge-notes" aria-live="polite">
            {refusal ? <Note tone="bad" title={refusal.text} /> : null}
            {changed ? (
              <Note tone="warn" title={changeWords(changed)}>
                Nothing is merged yet. These are the current values.
              </Note>
            ) : null}
            {preview.warnings.map((warning) => (
              <Note key={warning} tone="warn" title={warning} />
            ))}
          </div>
          <div className="two merge-parts" aria-busy={snapshot.hasTag('previewing') || undefined}>
            <MergeChoices
              preview={preview}
              wish={wish}
              changed={changed ?? []}
              busy={isBusy}
              onAsk={(command) => actor.send(command)}
            />
            <Surviving preview={preview} />
          </div>
        </div>
      </div>
    </>
  );
}
