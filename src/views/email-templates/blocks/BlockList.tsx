import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EmailBlock } from '#contract/email-templates/blocks.contract.ts';
import type { ListKey } from '#rules/emails/edit-blocks.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { AddBlock } from './AddBlock.tsx';
import { BLOCK_FACES, summaryOf } from './block-words.ts';
import { BlockFields } from './BlockFields.tsx';
import type { SendBlocks } from './send-blocks.ts';

interface BlockListProps {
  list: ListKey;
  /** Names the list to screen readers. */
  label: string;
  blocks: readonly EmailBlock[];
  selected: number | null;
  send: SendBlocks;
}

const DRAGGED = 'application/x-email-block';

/** The blocks of an e-mail, or of one half of a row, in their order; each can be dragged to another place. */
export function BlockList({ list, label, blocks, selected, send }: BlockListProps) {
  /** The place of a dragged block, were it dropped now. `null`: none is dragged here. */
  const [gap, setGap] = useState<number | null>(null);
  const over = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = [...event.currentTarget.children].map((row) => row.getBoundingClientRect());
    setGap(rows.filter(({ top, height }) => event.clientY > top + height / 2).length);
  };
  const drop = (event: DragEvent) => {
    const id = Number(event.dataTransfer.getData(DRAGGED));
    if (!id || gap === null) return;
    event.preventDefault();
    event.stopPropagation();
    const from = blocks.findIndex((block) => block.id === id);
    // The places behind it are counted without it.
    send({ type: 'blocks.move', id, to: { list, index: from !== -1 && from < gap ? gap - 1 : gap } });
    setGap(null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each row has buttons that do the same
    <ol
      className={classes('blocks', gap === blocks.length && 'is-end')}
      aria-label={label}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setGap(null);
      }}
      onDrop={drop}
      onDragEnd={() => setGap(null)}
    >
      {blocks.map((block, at) => (
        <BlockRow
          key={block.id}
          block={block}
          at={at}
          count={blocks.length}
          isGap={gap === at}
          selected={selected}
          send={send}
        />
      ))}
    </ol>
  );
}

interface BlockRowProps {
  block: EmailBlock;
  at: number;
  count: number;
  /** A dragged block would go above it. */
  isGap: boolean;
  selected: number | null;
  send: SendBlocks;
}

function BlockRow({ block, at, count, isGap, selected, send }: BlockRowProps) {
  const { id } = block;
  const { label, icon } = BLOCK_FACES[block.kind];
  const isOpen = selected === id;
  const summary = summaryOf(block);
  const name = `${label} ${at + 1}`;
  /** The row moves in the page and would lose the focus. */
  const shift = (element: HTMLElement, by: -1 | 1) => {
    flushSync(() => send({ type: 'blocks.shift', id, by }));
    element.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!event.altKey || by === null) return;
    event.preventDefault();
    shift(event.currentTarget, by);
  };
  const byButton = (by: -1 | 1) => (event: MouseEvent<HTMLElement>) => shift(event.currentTarget, by);
  return (
    <li className={classes('block', isOpen && 'is-open', isGap && 'is-gap')}>
      <div className="block-head">
        <span
          className="block-grip"
          draggable
          aria-hidden="true"
          title="Drag to reorder"
          onDragStart={(event) => {
            event.stopPropagation();
            event.dataTransfer.setData(DRAGGED, String(id));
            event.dataTransfer.effectAllowed = 'move';
          }}
        >
          <Icon of={GripVertical} />
        </span>
        <button
          type="button"
          className="block-face"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={onKeyDown}
          onClick={() => send({ type: 'blocks.select', id: isOpen ? null : id })}
        >
          <Icon of={icon} />
          <span className="med">{label}</span>
          <span className={classes('block-summary', summary === '' && 'quiet')}>{summary || 'Empty'}</span>
        </button>
        <IconButton
          icon={ArrowUp}
          size="small"
          label={`Move ${name} up`}
          aria-disabled={at === 0 || undefined}
          onClick={byButton(-1)}
        />
        <IconButton
          icon={ArrowDown}
          size="small"
          label={`Move ${name} down`}
          aria-disabled={at === count - 1 || undefined}
          onClick={byButton(1)}
        />
        <IconButton icon={Copy} size="small" label={`Copy ${name}`} onClick={() => send({ type: 'blocks.copy', id })} />
        <IconButton
          icon={Trash2}
          size="small"
          label={`Delete ${name}`}
          onClick={(event) => {
            // The button leaves the page and would take the focus along.
            event.currentTarget.closest('.block-editor')?.querySelector<HTMLElement>('.block-add button')?.focus();
            send({ type: 'blocks.remove', id });
          }}
        />
      </div>
      {isOpen ? <BlockFields block={block} onChange={(next) => send({ type: 'blocks.change', block: next })} /> : null}
      {block.kind === 'columns' ? (
        <div className="block-columns">
          {(['left', 'right'] as const).map((side) => (
            <div key={side} className="block-column">
              <span className="meta quiet">{side === 'left' ? 'Left' : 'Right'}</span>
              <BlockList
                list={`${id}.${side}`}
                label={`${name}, ${side}`}
                blocks={block[side]}
                selected={selected}
                send={send}
              />
              <AddBlock
                kinds="leaves"
                label={`Add to ${name}, ${side}`}
                onAdd={(kind) =>
                  send({ type: 'blocks.add', kind, to: { list: `${id}.${side}`, index: block[side].length } })
                }
              />
            </div>
          ))}
        </div>
      ) : null}
    </li>
  );
}
