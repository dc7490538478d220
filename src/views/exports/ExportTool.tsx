import { FileOutput } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { useExportRefusal } from './use-export-refusal.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx'), 'ExportDialog');

/** Takes the whole list along as a file. */
export function ExportTool({ selection }: { selection: SelectionInput }) {
  const [isOpen, setOpen] = useState(false);
  const refusal = useExportRefusal();
  if (refusal !== undefined)
    return <IconButton icon={FileOutput} label={`Export this list: ${refusal}`} aria-disabled />;
  return (
    <>
      <IconButton icon={FileOutput} label="Export this list" onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense>
          <ExportDialog selection={selection} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
