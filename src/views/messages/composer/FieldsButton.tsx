import { Braces } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { MERGE_FIELDS, type MergeField, mergeMark } from '#rules/contacts/merge-fields.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const Menu = lazyPart(() => import('../../_kit/overlays/Menu.tsx'), 'Menu');

/** Puts a field into the text, which is filled in when it is sent. */
export function FieldsButton({ onField }: { onField: (mark: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={opener}
        icon={Braces}
        look="plain"
        size="small"
        short="Field"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Merge field
      </Button>
      <Suspense>
        {isOpen ? (
          <Menu
            label="Merge field"
            open
            onClose={() => setOpen(false)}
            trigger={opener}
            placement="top start"
            entries={MERGE_FIELDS.map(({ name, label }) => ({ key: name, label }))}
            onSelect={(name) => onField(mergeMark(name as MergeField))}
          />
        ) : null}
      </Suspense>
    </>
  );
}
