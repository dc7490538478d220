import { useSelector } from '@xstate/react';
import { Redo2, Undo2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { canAdd } from '#rules/emails/edit-blocks.ts';
import { blocksMachine } from '../../../machines/email-templates/blocks.machine.ts';
import { useEmitted } from '../../_base/use-emitted.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { AddBlock } from './AddBlock.tsx';
import { wordsOf } from './block-words.ts';
import { BlockList } from './BlockList.tsx';

interface BlockEditorProps {
  /** As it is when the editor opens; then the editor has it. */
  email: EmailDocument;
  onChange: (email: EmailDocument) => void;
}

/** Builds an e-mail of blocks, by keyboard or pointer. Load it lazily. */
export function BlockEditor({ email: opened, onChange }: BlockEditorProps) {
  const actor = usePageMachine(blocksMachine, { input: { email: opened } });
  const { email, selected, past, future } = useSelector(actor, ({ context }) => context);
  const [said, setSaid] = useState('');
  useEmitted(actor, 'blocks.changed', (changed) => onChange(changed.email));
  useEmitted(actor, 'blocks.did', ({ deed }) => setSaid(wordsOf(deed)));
  const { send } = actor;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A field undoes its own typing.
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    send({ type: event.shiftKey ? 'blocks.redo' : 'blocks.undo' });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons inside do the same
    <section className="block-editor" aria-label="Blocks" onKeyDown={onKeyDown}>
      <header className="row">
        <h3 className="grow">Blocks</h3>
        <IconButton
          icon={Undo2}
          size="small"
          label="Undo"
          aria-disabled={past.length === 0 || undefined}
          onClick={() => send({ type: 'blocks.undo' })}
        />
        <IconButton
          icon={Redo2}
          size="small"
          label="Redo"
          aria-disabled={future.length === 0 || undefined}
          onClick={() => send({ type: 'blocks.redo' })}
        />
      </header>
      {email.blocks.length === 0 ? <p className="quiet">Add a first block below.</p> : null}
      <BlockList list="email" label="Blocks of the e-mail" blocks={email.blocks} selected={selected} send={send} />
      <AddBlock
        kinds="all"
        label="Add a block"
        onAdd={canAdd(email, 'text', 'email') ? (kind) => send({ type: 'blocks.add', kind }) : null}
      />
      <output className="sr">{said}</output>
    </section>
  );
}
