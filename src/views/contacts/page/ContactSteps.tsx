import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { formatCount } from '../../_kit/format/format-count.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import type { ContactTabKey } from './contact-tab-keys.ts';
import { useNeighbours } from './use-neighbours.ts';

/** Position in the list that the user came from, with links to the previous and next contact. */
export function ContactSteps({ contact, tab }: { contact: Contact; tab: ContactTabKey }) {
  const { around, go } = useNeighbours(contact, tab);
  return (
    <fieldset className="contact-steps" aria-label="Position in list">
      {around?.position ? (
        <span className="meta quiet num not-small">
          {formatCount(around.position)}
          {around.total === null ? null : ` of ${formatCount(around.total)}`}
        </span>
      ) : null}
      <IconButton
        icon={ChevronUp}
        size="small"
        label="Previous contact"
        aria-keyshortcuts="k Alt+ArrowUp"
        aria-disabled={!around?.previous}
        onClick={() => go('previous')}
      />
      <IconButton
        icon={ChevronDown}
        size="small"
        label="Next contact"
        aria-keyshortcuts="j Alt+ArrowDown"
        aria-disabled={!around?.next}
        onClick={() => go('next')}
      />
    </fieldset>
  );
}
