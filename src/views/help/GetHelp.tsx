import { LifeBuoy } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const HelpDialog = lazyPart(() => import('./HelpDialog.tsx'), 'HelpDialog');

/** The way to support from the help. */
export function GetHelp() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={LifeBuoy} onClick={() => setOpen(true)}>
        Get help
      </Button>
      {isOpen ? (
        <Suspense>
          <HelpDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
