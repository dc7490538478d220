import { CAPTURE_MAX_CHARS } from '#contract/records/data-capture.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { LeftOver, RowProblem } from './row-values.ts';

/** `Label: value`. Source: `Capture` of the contract. */
const LABELED = /^(\S.{0,199}?): ?(.*)$/;

/**
 * Custom fields in a cell as an export writes them: one a line, further lines of a value indented. A text without a label
 * gets `label`.
 */
function capturesOfCell(text: string, label: string): LeftOver[] {
  const found: { label: string; value: string }[] = [];
  for (const line of text.split('\n')) {
    const before = found.at(-1);
    const labeled = LABELED.exec(line);
    if (labeled !== null) found.push({ label: (labeled[1] ?? '').trim(), value: labeled[2] ?? '' });
    else if (before === undefined) found.push({ label, value: line });
    else before.value += `\n${line.replace(/^ {2}/, '')}`;
  }
  return found.map((one) => ({ ...one, value: one.value.trim() })).filter(({ value }) => value !== '');
}

/** Adds the custom fields in a cell to `left`. */
export function keepCaptures(text: string, label: string, left: LeftOver[]): RowProblem | null {
  const found = capturesOfCell(text, label);
  const long = found.find(({ value }) => value.length > CAPTURE_MAX_CHARS);
  if (long !== undefined) {
    const [has, most] = [long.value.length, CAPTURE_MAX_CHARS].map(formatCount);
    const message = `"${long.label}" has ${has} characters. The limit is ${most}.`;
    return { kind: 'problem', reason: 'text_too_long', field: 'data_captures', message };
  }
  left.push(...found);
  return null;
}
