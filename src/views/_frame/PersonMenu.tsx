import { LogOut, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Avatar } from '../_kit/Avatar.tsx';
import { Button } from '../_kit/Button.tsx';
import { Icon } from '../_kit/Icon.tsx';
import type { DisplayOptions } from './display-options.ts';
import { DisplayOptionsForm } from './DisplayOptionsForm.tsx';

const Popover = lazy(async () => ({ default: (await import('../_kit/Popover.tsx')).Popover }));

export interface PersonMenuProps {
  person: { name: string /** "Agent, Tampa" */; detail: string };
  display: DisplayOptions;
  onDisplayChange: (options: DisplayOptions) => void;
  onSignOut: () => void;
  /** Opens in place instead of floating: inside a sheet nothing can float above it. */
  inPlace?: boolean;
}

/** Who is signed in, how they want to see it, and the way out. */
export function PersonMenu({ person, display, onDisplayChange, onSignOut, inPlace = false }: PersonMenuProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const content = (
    <>
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
