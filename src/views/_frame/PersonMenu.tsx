import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import type { PersonMenuProps } from './PersonChoices.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const PersonChoices = lazyPart(() => import('./PersonChoices.tsx'), 'PersonChoices');

/** Current user, display options and sign-out. */
export function PersonMenu({ person, ...choices }: PersonMenuProps) {
  const { inPlace = false } = choices;
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const content = open ? (
    <Suspense>
      <PersonChoices {...choices} trigger={trigger} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return (
    <>
      {inPlace ? content : null}
      <button
        type="button"
        className="me"
        ref={trigger}
        title="Display options and sign out"
        aria-haspopup={inPlace ? undefined : 'dialog'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={person.name} src={person.photo} />
        <span className="txt grow">
          <span className="name med cut">{person.name}</span>
          <span className="detail meta quiet cut">{person.detail}</span>
          <span className="sr">, display options and sign out</span>
        </span>
        <Icon of={SlidersHorizontal} />
      </button>
      {inPlace ? null : content}
    </>
  );
}
