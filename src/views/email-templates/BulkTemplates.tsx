import { ListChecks } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const BulkTemplatesDialog = lazyPart(() => import('./BulkTemplatesDialog.tsx'), 'BulkTemplatesDialog');

/** Opens the dialog that turns several templates on or off. */
export function BulkTemplates() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={ListChecks} onClick={() => setOpen(true)}>
        Bulk changes
      </Button>
      {isOpen ? (
        <Suspense>
          <BulkTemplatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
