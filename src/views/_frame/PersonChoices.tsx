import { LogOut, type LucideIcon } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Popover } from '../_kit/overlays/Popover.tsx';
import { DisplayOptionsForm } from './DisplayOptionsForm.tsx';
import type { DisplayOptions } from './display-options.ts';

/** A way on from the person: to a page, or to something that opens. */
export type PersonEntry = { label: string; icon: LucideIcon } & ({ href: string } | { onSelect: () => void });

export interface PersonMenuProps {
  /** `detail`: "Agent, Tampa". */
  person: { name: string; detail: string; photo?: string | null };
  display: DisplayOptions;
  onDisplayChange: (options: DisplayOptions) => void;
  /** Above the display options. */
  entries?: readonly PersonEntry[];
  onSignOut: () => void;
  /** Opens in place instead of floating: inside a sheet nothing can float above it. */
  inPlace?: boolean;
}

type PersonChoicesProps = Omit<PersonMenuProps, 'person'> & {
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

/** What the person menu offers, once it is open. */
export function PersonChoices({ inPlace, trigger, onClose, ...choices }: PersonChoicesProps) {
  const { entries = [], display, onDisplayChange, onSignOut } = choices;
  const content = (
    <>
      <PersonEntries entries={entries} onChosen={onClose} />
      <DisplayOptionsForm options={display} onChange={onDisplayChange} />
      <Button wide icon={LogOut} className="sign-out" onClick={onSignOut}>
        Sign out
      </Button>
    </>
  );
  if (inPlace) return <div className="me-open">{content}</div>;
  return (
    <Popover label="Display options" open trigger={trigger} placement="top start" onClose={onClose}>
      {content}
    </Popover>
  );
}

function PersonEntries({ entries, onChosen }: { entries: readonly PersonEntry[]; onChosen: () => void }) {
  return entries.length === 0 ? null : (
    <ul className="me-entries">
      {entries.map((entry) => (
        <li key={entry.label}>
          {'href' in entry ? (
            <Anchor href={entry.href} onClick={onChosen}>
              <Icon of={entry.icon} />
              {entry.label}
            </Anchor>
          ) : (
            <button
              type="button"
              onClick={() => {
                onChosen();
                entry.onSelect();
              }}
            >
              <Icon of={entry.icon} />
              {entry.label}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
