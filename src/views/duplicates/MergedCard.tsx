import { Suspense, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listMerges, type Merge } from '#contract/duplicates.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { partsOf } from './duplicate-words.ts';
import { useMergeRefusal } from './use-merging.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const UnmergeDialog = lazyPart(() => import('./UnmergeDialog.tsx'), 'UnmergeDialog');

/** Contacts merged into this one, for users who may unmerge them. */
export function MergedCard({ contact }: { contact: Contact }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const refusal = useMergeRefusal();
  const [asked, setAsked] = useState<Merge | null>(null);
  const list = useResource(listMerges, refusal === undefined ? { query: { contact_id: contact.id } } : null);
  const standing = (list.isEarlier ? [] : (list.data?.data ?? [])).filter(
    ({ survivor, undone_at }) => survivor.id === contact.id && undone_at === null,
  );
  return (
    <>
      {standing.length === 0 ? null : (
        <section aria-label="Merged into this contact">
          <h2 className="label">Merged into this contact</h2>
          <ul className="people-list">
            {standing.map((merge) => (
              <li key={merge.id}>
                <span className="grow">
                  {partsOf(merge).merged}
                  <span className="meta quiet">{formatDate(merge.at, zone)}</span>
                </span>
                <Button size="small" aria-label={`Unmerge: ${partsOf(merge).merged}`} onClick={() => setAsked(merge)}>
                  Unmerge
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Suspense>
        {asked === null ? null : <UnmergeDialog key={asked.id} merge={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
