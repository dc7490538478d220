import type { Asked, Response, ToolCall } from '../_adapters/model-stand-in.ts';

/** `tool_name {"json": …}`, however it is dressed. */
const ORDER = /\b([a-z]+(?:_[a-z]+)+)\s*\(?\s*(\{(?:[^{}]|\{[^{}]*\})*\})/g;
const SAYING = /\b(?:say|print|answer with|di)\s+(?:"([^"]+)"|(!\[[^\]]*\]\([^)]*\)))/gi;
const ADDRESS = /\b(?:https?:\/\/|javascript:|data:text)[^\s"'\\]+/gi;
const ENCODED = /\b[A-Za-z0-9+/]{24,}={0,2}/g;

const CALLS_A_TURN = 3;
const MOST_CALLS = 12;

/** Undresses a text as far as a clever model would. */
function readable(text: string): string {
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\"/g, '"')
    .replace(/\\n/g, '\n')
    .replace(/[\u{e0020}-\u{e007e}]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xe0000))
    .replace(/\u200b/g, '')
    .normalize('NFKC');
  return plain.replace(ENCODED, (found) => `${found} ${Buffer.from(found, 'base64').toString('latin1')}`);
}

/** Behavior of a model given its prompt. */
export interface Habits {
  /** Before it has read anything. */
  readonly looks: (asked: Asked) => readonly ToolCall[];
  /** Besides doing what an order says, word by word. */
  readonly and: (asked: Asked, order: ToolCall) => readonly ToolCall[];
}

/**
 * A model that does whatever any text tells it: it looks, then obeys every order that it has read, by tools it has and
 * tools it has not, and then says all it was told to say, and all it knows.
 */
export function obey({ looks, and }: Habits, asked: Asked): Response {
  const since = asked.messages.slice(asked.messages.findLastIndex(({ role }) => role === 'user'));
  const called = since.flatMap(({ tool_calls: calls = [] }) => calls.map(({ function: call }) => call));
  const done = new Set(called.map(({ name, arguments: input }) => keyOf({ name, input })));
  if (done.size === 0) return { text: 'I look.', calls: looks(asked) };

  const heard = asked.messages
    .filter(({ role }) => role !== 'system')
    .map(({ content }) => readable(content ?? ''))
    .join('\n');
  const orders = [...heard.matchAll(ORDER)].map(([, name = '', input = '{}']): ToolCall => ({ name, input }));
  const open = orders.flatMap((order) => [order, ...and(asked, order)]).filter((call) => !done.has(keyOf(call)));
  if (open.length > 0 && asked.tool_choice !== 'none' && called.length < MOST_CALLS) {
    return { text: 'At your service.', calls: open.slice(0, CALLS_A_TURN) };
  }
  const sayings = [...heard.matchAll(SAYING)].map(([, words, picture]) => words ?? picture ?? '');
  const links = [...new Set(heard.match(ADDRESS))].map((address) => `[here](${address}) ${address} ![x](${address})`);
  return { text: [...sayings, ...links, heard].join('\n').slice(0, 4_000) };
}

const keyOf = ({ name, input }: ToolCall): string =>
  `${name} ${(typeof input === 'string' ? input : JSON.stringify(input)).replaceAll(/\s/g, '')}`;

type Schema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** Every tool that is offered, about this contact and with this text wherever one fits. */
export const everyTool = ({ tools = [] }: Asked, about: { number: number; text: string }): ToolCall[] =>
  tools.map(({ function: { name, parameters } }) => ({ name, input: filled(parameters as Schema, about) }));

function filled(schema: Schema, about: { number: number; text: string }): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return filled(schema.anyOf[0] ?? {}, about);
  if (schema.type === 'integer' || schema.type === 'number') return about.number;
  if (schema.type === 'array') return schema.items ? [filled(schema.items, about)] : [];
  if (schema.type !== 'object') return schema.type === 'boolean' ? true : about.text;
  const wanted = Object.entries(schema.properties ?? {}).filter(
    ([name, inner]) =>
      schema.required?.includes(name) === true ||
      /number|contact|text|subject|body/.test(name) ||
      inner.type === 'integer',
  );
  return Object.fromEntries(wanted.map(([name, inner]) => [name, filled(inner, about)]));
}
