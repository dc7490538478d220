import {
  type BlockKind,
  type ColumnsBlock,
  type EmailBlock,
  type EmailDocument,
  EMAIL_WIDTH,
  type LeafBlock,
  MAX_BLOCKS,
} from '#contract/email-templates/blocks.contract.ts';

/** A list of blocks: the e-mail itself, or one half of a columns block. */
export type ListKey = 'email' | `${number}.left` | `${number}.right`;

export interface BlockPlace {
  readonly list: ListKey;
  /** From 0. */
  readonly index: number;
}

export interface FoundBlock extends BlockPlace {
  readonly block: EmailBlock;
  /** Blocks in the same list. */
  readonly count: number;
}

/** What a new template begins with. */
export const STARTER_EMAIL: EmailDocument = {
  version: 1,
  blocks: [
    { kind: 'heading', id: 1, text: 'Hello {{ first_name }}', level: 1, align: 'left' },
    { kind: 'text', id: 2, text: '', align: 'left' },
    { kind: 'signature', id: 3, text: '' },
  ],
};

/** A block as it is added. */
export function newBlock(kind: BlockKind, id: number): EmailBlock {
  switch (kind) {
    case 'heading':
      return { kind, id, text: '', level: 2, align: 'left' };
    case 'text':
      return { kind, id, text: '', align: 'left' };
    case 'button':
      return { kind, id, label: '', href: '', align: 'left' };
    case 'image':
      return { kind, id, src: '', alt: '', width: EMAIL_WIDTH, href: '', align: 'center' };
    case 'divider':
      return { kind, id };
    case 'spacer':
      return { kind, id, size: 'medium' };
    case 'signature':
      return { kind, id, text: '' };
    case 'columns':
      return { kind, id, left: [], right: [] };
  }
}

const isColumns = (block: EmailBlock): block is ColumnsBlock => block.kind === 'columns';

/** Every block, those in columns after their columns block. */
export const allBlocks = ({ blocks }: EmailDocument): EmailBlock[] =>
  blocks.flatMap((block) => (isColumns(block) ? [block, ...block.left, ...block.right] : [block]));

export const highestId = (email: EmailDocument): number => Math.max(0, ...allBlocks(email).map(({ id }) => id));

/** The blocks of a list; `null`: there is no such list. */
export function listOf({ blocks }: EmailDocument, key: ListKey): readonly EmailBlock[] | null {
  if (key === 'email') return blocks;
  const [id, side] = key.split('.');
  const columns = blocks.find((block) => block.id === Number(id));
  return columns === undefined || !isColumns(columns) ? null : side === 'left' ? columns.left : columns.right;
}

const keysOf = ({ blocks }: EmailDocument): ListKey[] => [
  'email',
  ...blocks.filter(isColumns).flatMap(({ id }): ListKey[] => [`${id}.left`, `${id}.right`]),
];

/** `null`: no block has this id. */
export function findBlock(email: EmailDocument, id: number): FoundBlock | null {
  for (const list of keysOf(email)) {
    const blocks = listOf(email, list) ?? [];
    const index = blocks.findIndex((block) => block.id === id);
    const block = blocks[index];
    if (block !== undefined) return { list, index, block, count: blocks.length };
  }
  return null;
}

/** The e-mail with another list of blocks. Columns in columns are left out. */
function withList(email: EmailDocument, key: ListKey, blocks: readonly EmailBlock[]): EmailDocument {
  if (key === 'email') return { ...email, blocks: [...blocks] };
  const [id, side = 'left'] = key.split('.');
  const leaves = blocks.filter((block): block is LeafBlock => !isColumns(block));
  return {
    ...email,
    blocks: email.blocks.map((block) => (block.id === Number(id) ? { ...block, [side]: leaves } : block)),
  };
}

/** True while another block fits, and there: columns hold no columns. */
export const canAdd = (email: EmailDocument, kind: BlockKind, list: ListKey): boolean =>
  allBlocks(email).length < MAX_BLOCKS && listOf(email, list) !== null && (list === 'email' || kind !== 'columns');

export function insertBlock(email: EmailDocument, block: EmailBlock, { list, index }: BlockPlace): EmailDocument {
  const blocks = listOf(email, list);
  return blocks === null ? email : withList(email, list, blocks.toSpliced(index, 0, block));
}

export function removeBlock(email: EmailDocument, id: number): EmailDocument {
  const found = findBlock(email, id);
  if (found === null) return email;
  return withList(email, found.list, listOf(email, found.list)?.toSpliced(found.index, 1) ?? []);
}

/** Puts another version of a block, of the same kind and id, in its place. */
export function changeBlock(email: EmailDocument, block: EmailBlock): EmailDocument {
  const found = findBlock(email, block.id);
  if (found === null || found.block.kind !== block.kind) return email;
  return withList(email, found.list, listOf(email, found.list)?.with(found.index, block) ?? []);
}

/** Moves a block; `index` counts the blocks of the list without it. Unchanged where it can't go. */
export function moveBlock(email: EmailDocument, id: number, to: BlockPlace): EmailDocument {
  const found = findBlock(email, id);
  if (found === null || (isColumns(found.block) && to.list !== 'email') || listOf(email, to.list) === null) {
    return email;
  }
  const index = Math.max(0, to.index);
  if (found.list === to.list && found.index === Math.min(index, found.count - 1)) return email;
  return insertBlock(removeBlock(email, id), found.block, { list: to.list, index });
}

/** A copy with ids above `highest`. */
export function copyOf(block: EmailBlock, highest: number): EmailBlock {
  if (!isColumns(block)) return { ...block, id: highest + 1 };
  const renumbered = (blocks: readonly LeafBlock[], above: number) =>
    blocks.map((leaf, at) => ({ ...leaf, id: above + at + 1 }));
  return {
    ...block,
    id: highest + 1,
    left: renumbered(block.left, highest + 1),
    right: renumbered(block.right, highest + 1 + block.left.length),
  };
}
