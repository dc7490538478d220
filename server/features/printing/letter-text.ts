import { Liquid, LiquidError, type Template } from 'liquidjs';
import { MAX_SENDER_LINES, type TemplateFault } from '#contract/printing.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { MERGE_FIELDS, type MergeValues } from '#rules/contacts/merge-fields.ts';
import { Refusal } from '../../errors.ts';

/** Capabilities of a template: show a field, and choose between texts. No loops, variables or other files. */
const TAGS = ['if', 'unless', 'case', 'comment'];
const FILTERS = ['default', 'upcase', 'downcase', 'capitalize', 'strip', 'truncate', 'append', 'prepend'];

/** Milliseconds and characters that the text of one letter may take, and nodes of a template. Ours: a page is 4,000. */
const RENDER_MS = 2_000;
const MEMORY_CHARACTERS = 200_000;
const MAX_OUTPUT = 40_000;

function createSandbox(): Liquid {
  const engine = new Liquid({
    // Without the file system: there are no other templates.
    templates: {},
    strictFilters: true,
    ownPropertyOnly: true,
    parseLimit: MEMORY_CHARACTERS,
    renderLimit: RENDER_MS,
    memoryLimit: MEMORY_CHARACTERS,
  });
  for (const [known, allowed] of [
    [engine.tags, TAGS],
    [engine.filters, FILTERS],
  ] as const) {
    for (const name of Object.keys(known)) if (!allowed.includes(name)) delete known[name];
  }
  return engine;
}

const engine = createSandbox();
const KNOWN: ReadonlySet<string> = new Set(MERGE_FIELDS.map(({ name }) => name));

/** Fault in terms of the template's author: "Line 3: tag "for" not found". */
function faultOf(error: unknown): string {
  if (!LiquidError.is(error)) throw error;
  const [line] = error.token.getPosition();
  const what = (error.originalError?.message ?? error.message).replace(/,? ?line:\d+, col:\d+$/, '');
  return `Line ${line}: ${what.replace(/^undefined filter: (.+)$/, 'there is no filter "$1"').replace(/^tag (.+) not found$/, 'there is no $1 here')}.`;
}

interface Parsed {
  readonly templates: readonly Template[];
  readonly faults: readonly string[];
}

function parse(text: string): Parsed {
  try {
    const templates = engine.parse(text);
    const unknown = engine.globalFullVariablesSync(templates).filter((name) => !KNOWN.has(name));
    return { templates, faults: unknown.map((name) => `Unknown field "${name}".`) };
  } catch (error) {
    return { templates: [], faults: [faultOf(error)] };
  }
}

/** The letter that a contact gets. */
export interface LetterText {
  readonly sender: readonly string[];
  readonly body: string;
}

export interface Letter {
  readonly faults: readonly TemplateFault[];
  /** @throws {Refusal} `refused` when there are faults, or the text grows beyond all measure. */
  readonly textFor: (values: MergeValues) => LetterText;
}

/** Parses a letter once; its texts are generated contact by contact, and are plain text for any value. */
export function readLetter(written: { readonly sender: string; readonly body: string }): Letter {
  const parts = { sender: parse(written.sender), body: parse(written.body) };
  const faults = (['sender', 'body'] as const).flatMap((field) =>
    parts[field].faults.map((message): TemplateFault => ({ field, message })),
  );
  return {
    faults,
    textFor: (values) => {
      const [fault] = faults;
      if (fault !== undefined) throw new Refusal('refused', `The letter has an error. ${fault.message}`);
      return {
        sender: render(parts.sender, values)
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
          .slice(0, MAX_SENDER_LINES),
        body: render(parts.body, values),
      };
    },
  };
}

function render({ templates }: Parsed, values: MergeValues): string {
  try {
    const text: unknown = engine.renderSync([...templates], values);
    const clean = cleanText(String(text)).normalize('NFC').replaceAll('\t', '    ');
    if (clean.length <= MAX_OUTPUT) return clean;
  } catch (error) {
    throw new Refusal('refused', `The letter has an error. ${faultOf(error)}`);
  }
  throw new Refusal('refused', 'The letter has an error. The text is too long.');
}
