import {
  Columns2,
  Heading,
  Image,
  type LucideIcon,
  Minus,
  MousePointerClick,
  Pilcrow,
  Signature,
  UnfoldVertical,
} from 'lucide-react';
import type { BlocksDeed } from '../../../machines/email-templates/blocks.machine.ts';
import type { BlockKind, EmailBlock } from '#contract/email-templates/blocks.contract.ts';

export const BLOCK_FACES: Readonly<Record<BlockKind, { readonly label: string; readonly icon: LucideIcon }>> = {
  heading: { label: 'Heading', icon: Heading },
  text: { label: 'Text', icon: Pilcrow },
  button: { label: 'Button', icon: MousePointerClick },
  image: { label: 'Image', icon: Image },
  columns: { label: 'Two columns', icon: Columns2 },
  divider: { label: 'Divider', icon: Minus },
  spacer: { label: 'Spacer', icon: UnfoldVertical },
  signature: { label: 'Signature', icon: Signature },
};

/** In the order of the buttons that add them. */
export const BLOCK_KINDS = Object.keys(BLOCK_FACES) as readonly BlockKind[];

/** What a block holds, in a few words; empty: nothing yet. */
export function summaryOf(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return block.text.trim();
    case 'button':
      return block.label.trim();
    case 'image':
      return block.alt.trim() || (block.src === '' ? '' : 'No alt text');
    case 'columns':
      return `${block.left.length} left, ${block.right.length} right`;
    case 'spacer':
      return block.size;
    case 'signature':
      return 'Your name, phone and e-mail';
    case 'divider':
      return 'Line';
  }
}

const DEEDS = {
  added: 'Block added',
  copied: 'Block copied',
  removed: 'Block deleted. Undo brings it back.',
  undone: 'Undone',
  redone: 'Redone',
} as const;

/** A change, for screen readers. */
export const wordsOf = (deed: BlocksDeed): string =>
  deed.what === 'moved' ? `Moved to position ${deed.to}` : DEEDS[deed.what];
