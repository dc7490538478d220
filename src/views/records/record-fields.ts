import { parseDollars, typedDollars } from '#rules/billing/money.ts';

/** One input of a form. */
export interface FieldOf<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly kind: 'text' | 'area' | 'money' | 'date' | 'choice';
  readonly whole?: true;
  readonly maxLength?: number;
  readonly hint?: string;
  /** Of a choice; the value is what is typed. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

/** What is typed, by field. */
export type Draft<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** What was typed that cannot be read, by field. */
export type Faults = Readonly<Record<string, string>>;

export function toDraft<Name extends string>(
  fields: readonly FieldOf<Name>[],
  stored: Readonly<Record<Name, unknown>>,
): Draft<Name> {
  return Object.fromEntries(fields.map(({ name, kind }) => [name, typed(stored[name], kind)])) as Draft<Name>;
}

function typed(value: unknown, kind: FieldOf<string>['kind']): string {
  if (typeof value === 'number') return kind === 'money' ? typedDollars(value) : String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : '';
}

/** What to send: amounts in cents, an empty day or amount as `null`. */
export function fromDraft<Name extends string>(
  fields: readonly FieldOf<Name>[],
  draft: Draft<Name>,
): { values: Record<string, unknown>; faults: Faults } {
  const values: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const { name, kind } of fields) {
    const text = (draft[name] ?? '').trim();
    if (kind === 'money') {
      const cents = text === '' ? null : parseDollars(text);
      if (text !== '' && cents === null) faults[name] = 'Write an amount like 132.45.';
      values[name] = cents;
    } else {
      values[name] = kind === 'date' && text === '' ? null : text;
    }
  }
  return { values, faults };
}
