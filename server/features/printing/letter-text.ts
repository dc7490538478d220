import { MAX_SENDER_LINES, type TemplateFault } from '#contract/printing.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import type { MergeValues } from '#rules/contacts/merge-fields.ts';
import { Refusal } from '../../errors.ts';
import { MergeFault, type MergeText, readMergeText } from '../../merge-text.ts';

/** Characters of a letter with its values at most. Ours: a page is 4,000. */
const MAX_OUTPUT = 40_000;

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
  const parts = { sender: readMergeText(written.sender, 'text'), body: readMergeText(written.body, 'text') };
  const faults = (['sender', 'body'] as const).flatMap((field) =>
    parts[field].faults.map((message): TemplateFault => ({ field, message })),
  );
  return {
    faults,
    textFor: (values) => {
      const [fault] = faults;
      if (fault !== undefined) throw refusal(fault.message);
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

const refusal = (fault: string) => new Refusal('refused', `The letter has an error. ${fault}`);

function render(text: MergeText, values: MergeValues): string {
  try {
    const clean = cleanText(text.render(values)).normalize('NFC').replaceAll('\t', '    ');
    if (clean.length <= MAX_OUTPUT) return clean;
  } catch (error) {
    if (!(error instanceof MergeFault)) throw error;
    throw refusal(error.message);
  }
  throw refusal('The text is too long.');
}
