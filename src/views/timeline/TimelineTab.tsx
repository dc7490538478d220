import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { TIMELINE_KINDS, type TimelineKind } from '#contract/timeline.contract.ts';
import { Composer } from './Composer.tsx';
import { KIND_WORDS } from './entry-words.ts';
import { TimelinePage } from './TimelinePage.tsx';
import './timeline.css';

const FILTERS = [
  { kind: null, label: 'All' },
  ...TIMELINE_KINDS.map((kind) => ({ kind, label: KIND_WORDS[kind].label })),
] as const;

/** Activity of this person, newest first, with forms to add to it. */
export function TimelineTab({ contact }: { contact: Contact }) {
  const [kind, setKind] = useState<TimelineKind | null>(null);
  const [pages, setPages] = useState(1);
  return (
    <>
      <Composer contact={contact} />
      <section aria-label="History" className="timeline">
        <fieldset className="timeline-filter">
          <legend className="sr">Show</legend>
          {FILTERS.map((filter) => (
            <button
              key={filter.label}
              type="button"
              className="btn plain small"
              aria-pressed={filter.kind === kind}
              onClick={() => {
                setKind(filter.kind);
                setPages(1);
              }}
            >
              {filter.label}
            </button>
          ))}
        </fieldset>
        <TimelinePage
          key={kind ?? 'all'}
          contact={contact}
          kind={kind}
          cursor={null}
          dayBefore={null}
          pages={pages}
          onEarlier={() => setPages(pages + 1)}
        />
      </section>
    </>
  );
}
