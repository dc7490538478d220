import { Mail, MessageSquare, Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { BroadcastChannel } from '#contract/broadcasts/broadcast.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { useStartBroadcast } from './use-start-broadcast.ts';

const Menu = lazyPart(() => import('../_kit/overlays/Menu.tsx'), 'Menu');

/** Begins a draft to all own contacts; its first step narrows them down. */
export function NewBroadcast() {
  const { start, isStarting, refusals } = useStartBroadcast();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={opener}
        look="primary"
        icon={Plus}
        short="New"
        busy={isStarting}
        refusal={refusals.mail}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        New broadcast
      </Button>
      <Suspense>
        {isOpen ? (
          <Menu
            label="New broadcast"
            open
            trigger={opener}
            placement="bottom end"
            entries={[
              { key: 'text', label: 'Text', icon: MessageSquare, refusal: refusals.text },
              { key: 'mail', label: 'E-mail', icon: Mail, refusal: refusals.mail },
            ]}
            onClose={() => setOpen(false)}
            onSelect={(key) => start(key as BroadcastChannel, { contacts_scope: { contact_group: 'mine' } })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
