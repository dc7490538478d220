import { LogOut } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Popover } from '../_kit/overlays/Popover.tsx';
import { DisplayOptionsForm } from './DisplayOptionsForm.tsx';
import type { PersonEntry, PersonMenuProps } from './PersonMenu.tsx';

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
