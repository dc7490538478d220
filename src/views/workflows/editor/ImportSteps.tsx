import { Upload } from 'lucide-react';
import { useRef } from 'react';
import type { FlowDefinition } from '#contract/workflows/definition.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { readDefinition } from './read-definition.ts';

/** Replaces the steps by those of a file; undo brings the others back. */
export function ImportSteps({ onImport }: { readonly onImport: (definition: FlowDefinition) => void }) {
  const { toasts } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    const found = readDefinition(await file.text());
    if (typeof found === 'string') toasts.show({ tone: 'bad', text: found });
    else onImport(found);
  };
  return (
    <>
      <Button size="small" look="plain" icon={Upload} onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File with steps"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void read(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
