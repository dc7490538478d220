import { LogOut, type LucideIcon, SlidersHorizontal } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import type { DisplayOptions } from './display-options.ts';
import { DisplayOptionsForm } from './DisplayOptionsForm.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const Popover = lazyPart(() => import('../_kit/overlays/Popover.tsx'), 'Popover');

/** A way on from the person: to a page, or to something that opens. */
export type PersonEntry = { label: string; icon: LucideIcon } & ({ href: string } | { onSelect: () => void });

export interface PersonMenuProps {
  person: { name: string /** "Agent, Tampa" */; detail: string };
  display: DisplayOptions;
  onDisplayChange: (options: DisplayOptions) => void;
  /** Above the display options. */
  entries?: readonly PersonEntry[];
  onSignOut: () => void;
  /** Opens in place instead of floating: inside a sheet nothing can float above it. */
  inPlace?: boolean;
}

/** Current user, display options and sign-out. */
export function PersonMenu(props: PersonMenuProps) {
  const { person, display, onDisplayChange, entries = [], onSignOut, inPlace = false } = props;
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const content = (
    <>
      <PersonEntries entries={entries} onChosen={() => setOpen(false)} />
      <DisplayOptionsForm options={display} onChange={onDisplayChange} />
      <Button wide icon={LogOut} className="sign-out" onClick={onSignOut}>
        Sign out
      </Button>
    </>
  );
  return (
    <>
      {open && inPlace ? <div className="me-open">{content}</div> : null}
      <button
        type="button"
        className="me"
        ref={trigger}
        title="Display options and sign out"
        aria-haspopup={inPlace ? undefined : 'dialog'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={person.name} />
        <span className="txt grow">
          <span className="name med cut">{person.name}</span>
          <span className="detail meta quiet cut">{person.detail}</span>
          <span className="sr">, display options and sign out</span>
        </span>
        <Icon of={SlidersHorizontal} />
      </button>
      {open && !inPlace ? (
        <Suspense>
          <Popover label="Display options" open trigger={trigger} placement="top start" onClose={() => setOpen(false)}>
            {content}
          </Popover>
        </Suspense>
      ) : null}
    </>
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
