import { MERGE_FIELDS, type MergeField } from '../contacts/merge-fields.ts';

const MARK = /\{\{\s*(\w+)\s*\}\}/g;
const LABELS: ReadonlyMap<string, string> = new Map(MERGE_FIELDS.map(({ name, label }) => [name, label]));

export interface Filled {
  readonly text: string;
  /** Labels of fields without a value, each once. */
  readonly empty: readonly string[];
  /** Names that are no field, each once. */
  readonly unknown: readonly string[];
}

const isField = (name: string): name is MergeField => LABELS.has(name);

/** Puts values in the place of the fields of a text. A text with an empty field must not go. */
export function fillFields(text: string, values: Readonly<Partial<Record<MergeField, string>>>): Filled {
  const [empty, unknown] = [new Set<string>(), new Set<string>()];
  const filled = text.replaceAll(MARK, (mark, name: string) => {
    if (!isField(name)) {
      unknown.add(name);
      return mark;
    }
    const value = values[name]?.trim() ?? '';
    if (value === '') empty.add(LABELS.get(name) ?? name);
    return value;
  });
  return { text: filled, empty: [...empty], unknown: [...unknown] };
}

/** True when a text has fields to fill. */
export const hasFields = (text: string): boolean => text.search(MARK) !== -1;
