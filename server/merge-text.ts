import { Liquid, LiquidError, type Template } from 'liquidjs';
import { MERGE_FIELDS, type MergeValues } from '#rules/contacts/merge-fields.ts';

/** Capabilities of a template: show a field, and choose between texts. No loops, variables or other files. */
const TAGS = ['if', 'unless', 'case', 'comment'];
const FILTERS = ['default', 'upcase', 'downcase', 'capitalize', 'strip', 'truncate', 'append', 'prepend'];

/** Milliseconds and characters that one text may take, and nodes of a template. Ours: a page is 4,000. */
const RENDER_MS = 2_000;
const MEMORY_CHARACTERS = 200_000;

function createSandbox(escape: boolean): Liquid {
  const engine = new Liquid({
    // Without the file system: there are no other templates.
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    parseLimit: MEMORY_CHARACTERS,
    renderLimit: RENDER_MS,
    memoryLimit: MEMORY_CHARACTERS,
    ...(escape && { outputEscape: 'escape' as const }),
  });
  const filters = escape ? [...FILTERS, 'escape'] : FILTERS;
  for (const [known, allowed] of [
    [engine.tags, TAGS],
    [engine.filters, filters],
  ] as const) {
    for (const name of Object.keys(known)) if (!allowed.includes(name)) delete known[name];
  }
  return engine;
}

const ENGINES = { text: createSandbox(false), html: createSandbox(true) };
const KNOWN: ReadonlySet<string> = new Set(MERGE_FIELDS.map(({ name }) => name));

/** An error of a template, in terms of its author: "Line 3: there is no "for" here." */
export class MergeFault extends Error {
  override readonly name = 'MergeFault';
}

function faultOf(error: unknown): string {
  if (!LiquidError.is(error)) throw error;
  const [line] = error.token.getPosition();
  const what = (error.originalError?.message ?? error.message).replace(/,? ?line:\d+, col:\d+$/, '');
  return `Line ${line}: ${what.replace(/^undefined filter: (.+)$/, 'there is no filter "$1"').replace(/^tag (.+) not found$/, 'there is no $1 here')}.`;
}

export interface MergeText {
  readonly faults: readonly string[];
  /** @throws {MergeFault} when there are faults, or the text grows beyond all measure. */
  readonly render: (values: MergeValues) => string;
}

/**
 * Parses a text with merge fields once, to render it contact by contact. Values are inserted as they are into `text`,
 * and escaped into `html`, so that they bring no tags.
 */
export function readMergeText(text: string, format: keyof typeof ENGINES): MergeText {
  const engine = ENGINES[format];
  const { templates, faults } = parse(engine, text);
  return {
    faults,
    render: (values) => {
      if (faults[0] !== undefined) throw new MergeFault(faults[0]);
      try {
        return String(engine.renderSync([...templates], values));
      } catch (error) {
        throw new MergeFault(faultOf(error));
      }
    },
  };
}

function parse(engine: Liquid, text: string): { templates: readonly Template[]; faults: readonly string[] } {
  try {
    const templates = engine.parse(text);
    const unknown = engine.globalFullVariablesSync(templates).filter((name) => !KNOWN.has(name));
    return { templates, faults: unknown.map((name) => `Unknown field "${name}".`) };
  } catch (error) {
    return { templates: [], faults: [faultOf(error)] };
  }
}
