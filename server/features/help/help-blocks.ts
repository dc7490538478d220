import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { HelpBlock, HelpSpan } from '#contract/help.contract.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
type Inline = Extract<Node, { type: 'paragraph' }>['children'][number];

export interface HelpText {
  readonly blocks: readonly HelpBlock[];
  /** Other words that people say for a section, by its anchor: a comment under its heading. Not shown. */
  readonly words: ReadonlyMap<string, string>;
}

/** Content of a text. @throws for content that help pages do not display, such as a picture or HTML. */
export function helpText(markdown: string): HelpText {
  const root = fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const taken = new Map<string, number>();
  const blocks: HelpBlock[] = [];
  const words = new Map<string, string>();
  for (const node of root.children) {
    const said = node.type === 'html' ? /^<!-- (.+) -->$/s.exec(node.value)?.[1] : undefined;
    const above = blocks.at(-1);
    if (said !== undefined && above?.kind === 'heading') words.set(above.id, said);
    else blocks.push(blockOf(node, taken));
  }
  return { blocks, words };
}

function blockOf(node: Node, taken: Map<string, number>): HelpBlock {
  switch (node.type) {
    case 'heading': {
      const text = textOf(spansOf(node.children));
      return { kind: 'heading', level: node.depth, id: anchorOf(text, taken), text };
    }
    case 'paragraph':
      return { kind: 'text', spans: spansOf(node.children) };
    case 'list':
      return {
        kind: 'steps',
        ordered: node.ordered === true,
        items: node.children.map(({ children }) => lineOf(children)),
      };
    case 'code':
      return { kind: 'code', text: node.value };
    case 'table': {
      const [head = [], ...rows] = node.children.map((row) => row.children.map((cell) => spansOf(cell.children)));
      return { kind: 'table', head, rows };
    }
    default:
      throw new Error(`A help page shows no ${node.type}.`);
  }
}

/** Content of a step: one paragraph. */
function lineOf(nodes: readonly Node[]): HelpSpan[] {
  const [only, ...more] = nodes;
  if (only?.type !== 'paragraph' || more.length > 0) throw new Error('A step of a help page is one paragraph.');
  return spansOf(only.children);
}

const spansOf = (nodes: readonly Inline[]): HelpSpan[] => nodes.flatMap((node) => spanOf(node));

function spanOf(node: Inline): HelpSpan[] {
  switch (node.type) {
    case 'text':
      return [{ text: node.value.replaceAll('\n', ' ') }];
    case 'inlineCode':
      return [{ text: node.value, code: true }];
    case 'strong':
      return spansOf(node.children).map((span) => ({ ...span, strong: true }));
    case 'link':
      return spansOf(node.children).map((span) => ({ ...span, href: node.url }));
    default:
      throw new Error(`A help page shows no ${node.type}.`);
  }
}

const textOf = (spans: readonly HelpSpan[]): string => spans.map(({ text }) => text).join('');

/** Text of a block: one line per paragraph, step or row. `markOf`: text before a step. */
export function linesOf(block: HelpBlock, markOf = (_at: number, _ordered: boolean): string => ''): string[] {
  switch (block.kind) {
    case 'heading':
      return [block.text];
    case 'text':
      return [textOf(block.spans)];
    // Of a program, not an answer.
    case 'code':
      return [];
    case 'steps':
      return block.items.map((item, at) => markOf(at, block.ordered) + textOf(item));
    case 'table':
      return block.rows.map((row, at) => markOf(at, false) + row.map(textOf).join(': '));
  }
}

/** Id of a heading: its words with hyphens, and a number when it occurs twice. */
function anchorOf(text: string, taken: Map<string, number>): string {
  const base = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const before = taken.get(base) ?? 0;
  taken.set(base, before + 1);
  return before === 0 ? base : `${base}-${before + 1}`;
}
