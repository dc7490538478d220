import { createHash } from 'node:crypto';
import { parseAst } from 'vite';

/** Ways to break a guard: negating its condition, or dropping one side of an `and`. */
export type Kind = 'if' | '?:' | '&&' | 'guard';

/** One change of one place in one file. */
export interface Mutant {
  /** Path in the checkout. */
  readonly file: string;
  readonly line: number;
  readonly kind: Kind;
  /** Offsets of what is replaced. */
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
type Fields = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node & Fields =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** Returns a mutant for every condition of a TypeScript file, two for each `&&`, in the order of the text. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const found: Mutant[] = [];
  const say = ({ start, end }: Node) => text.slice(start, end);
  const add = (kind: Kind, node: Node, after: string) => {
    const line = text.slice(0, node.start).split('\n').length;
    found.push({ file, line, kind, start: node.start, end: node.end, before: say(node), after });
  };
  const negate = (kind: Kind, node: unknown) => {
    if (isNode(node)) add(kind, node, `!(${say(node)})`);
  };

  const visit = (node: Node & Fields): void => {
    if (node.type === 'IfStatement') negate('if', node['test']);
    if (node.type === 'ConditionalExpression') negate('?:', node['test']);
    const { left, right } = node;
    if (node.type === 'LogicalExpression' && node['operator'] === '&&' && isNode(left) && isNode(right))
      for (const side of [left, right]) add('&&', node, `(${say(side)})`);
    if (node.type === 'Property' && nameOf(node['key']) === 'guards')
      for (const body of guardsIn(node['value'])) negate('guard', body);
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node & Fields);
  return found.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

const nameOf = (key: unknown): unknown => (isNode(key) ? key['name'] : undefined);

/** The bodies of the guards of a machine that are one expression; what stands in a block is found by its own conditions. */
function guardsIn(value: unknown): unknown[] {
  const properties = isNode(value) ? value['properties'] : [];
  if (!Array.isArray(properties)) return [];
  return properties.flatMap((property: unknown) => {
    const guard = isNode(property) ? property['value'] : undefined;
    const body = isNode(guard) && guard.type === 'ArrowFunctionExpression' ? guard['body'] : undefined;
    return isNode(body) && body.type !== 'BlockStatement' ? [body] : [];
  });
}

/** Makes the change in the text of its file. */
export const mutated = (text: string, { start, end, after }: Mutant): string =>
  text.slice(0, start) + after + text.slice(end);

/** Names a mutant without its line: its file, its change, and which of several alike it is. */
export function named(mutants: readonly Mutant[]): Map<string, Mutant> {
  const names = new Map<string, Mutant>();
  for (const mutant of mutants) {
    const { file, kind, before, after } = mutant;
    let nth = 1;
    const name = () => [file, kind, before, after, nth].join(' ');
    while (names.has(name())) nth += 1;
    names.set(name(), mutant);
  }
  return names;
}

/**
 * Draws some names by a seed. A larger count begins with those of a smaller one, and a change elsewhere in the sources
 * changes no draw but that of what it changed.
 */
export function draw(names: Iterable<string>, count: number, seed: number): string[] {
  const rank = (name: string) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const ranked = Array.from(names, (name) => ({ name, rank: rank(name) }));
  return ranked
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}
