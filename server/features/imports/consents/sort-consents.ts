import type { ImportedConsents } from '#contract/imports/consent-columns.contract.ts';
import type { Book } from '../plan/book.ts';
import type { Decided, Good, Other, RunFrame } from '../rows/chunk-plan.ts';
import type { PreparedRow } from '../rows/prepare-rows.ts';
import { reachOf } from './file-opt-outs.ts';
import { type ConsentGain, consentGain, consentsIn, NO_CONSENTS } from './row-consents.ts';

/** What a contact gains from the consent cells of a row. */
export interface RowConsents {
  readonly row: number;
  readonly contactId: number;
  readonly gain: ConsentGain;
}

interface Target {
  readonly contactId: number;
  readonly mayOptIn: boolean;
}

export const hasConsents = ({ values }: Pick<Good, 'values'>): boolean => values.consents !== null;

/** A contact that its row leaves as it is takes opt-ins only if the row may change it; opt-outs always. */
const takesOptIns = (reason: Other['reason'], { whenKnown }: RunFrame) =>
  reason === 'same_as_earlier_row' || (reason === 'already_there' && whenKnown === 'update');

/** Contacts of decided rows, by row. A contact that isn't created yet has the negative number of its row. */
async function targetsOf(book: Book, frame: RunFrame, rows: readonly Good[], decided: Decided) {
  const said = new Set(rows.map(({ row }) => row));
  const created = decided.creates.filter(({ row }) => said.has(row));
  const numbers = created.map(({ row }) => row);
  const idOf = await book.created(numbers);
  return new Map<number, Target>([
    ...numbers.map((row) => [row, { contactId: idOf.get(row) ?? -row, mayOptIn: true }] as const),
    ...decided.updates.map(({ row, known }) => [row.row, { contactId: known.id, mayOptIn: true }] as const),
    ...decided.others.flatMap((other) =>
      other.kind === 'skipped' && other.contactId != null
        ? [[other.row, { contactId: other.contactId, mayOptIn: takesOptIns(other.reason, frame) }] as const]
        : [],
    ),
  ]);
}

const allReach = ({ values }: Good) => [...reachOf(values, 'call'), ...reachOf(values, 'mail')];

/** Decides on the consent cells of decided rows, each after the rows before it. */
export async function sortConsents(
  book: Book,
  frame: RunFrame,
  rows: readonly PreparedRow[],
  decided: Decided,
): Promise<RowConsents[]> {
  const said = rows.filter((row) => row.kind === 'good').filter(hasConsents);
  if (said.length === 0) return [];
  const targets = await targetsOf(book, frame, said, decided);
  const taken = said.flatMap((row) => {
    const target = targets.get(row.row);
    return target === undefined ? [] : [{ row, ...target }];
  });
  return gainsOf(book, frame, taken);
}

/** `only`: labels of the columns that count; absent: all. */
export async function gainsOf(
  book: Book,
  { optOuts }: Pick<RunFrame, 'optOuts'>,
  rows: readonly (Target & { readonly row: Good; readonly only?: ReadonlySet<string> })[],
): Promise<RowConsents[]> {
  const held = await book.consents([...new Set(rows.map(({ contactId }) => contactId))]);
  const optIns = rows.filter(
    ({ row, mayOptIn }) => mayOptIn && consentsIn(row.values).some(({ says }) => says === 'in'),
  );
  const outs = await book.optOuts([...new Set(optIns.flatMap(({ row }) => allReach(row)))]);
  return rows
    .toSorted((a, b) => a.row.row - b.row.row)
    .flatMap(({ row, contactId, mayOptIn, only }) => {
      const cells = consentsIn(row.values).filter(
        ({ says, label }) => (mayOptIn || says === 'out') && only?.has(label) !== false,
      );
      const before = allReach(row).flatMap((value) => [...(outs.get(value) ?? [])]);
      const outAlike = new Set([...before, ...(optOuts?.of(row.values) ?? [])]);
      const gain = consentGain(cells, { ...(held.get(contactId) ?? NO_CONSENTS), outAlike });
      held.set(contactId, gain.after);
      return gain.added.length + gain.keptOut.length > 0 ? [{ row: row.row, contactId, gain }] : [];
    });
}

export const addConsents = (a: ImportedConsents | null, b: ImportedConsents | null): ImportedConsents | null =>
  a === null || b === null
    ? (a ?? b)
    : { opt_outs: a.opt_outs + b.opt_outs, opt_ins: a.opt_ins + b.opt_ins, kept_out: a.kept_out + b.kept_out };

/** What rows come to, added to `before`; `null`: nothing. */
export function countConsents(
  gains: readonly (Pick<RowConsents, 'gain'> | undefined)[],
  before: ImportedConsents | null = null,
): ImportedConsents | null {
  const sum = { opt_outs: 0, opt_ins: 0, kept_out: 0 };
  for (const { added, keptOut } of gains.flatMap((one) => one?.gain ?? [])) {
    const ins = added.filter(({ says }) => says === 'in').length;
    sum.opt_ins += ins;
    sum.opt_outs += added.length - ins;
    sum.kept_out += keptOut.length;
  }
  return sum.opt_outs + sum.opt_ins + sum.kept_out === 0 ? before : addConsents(before, sum);
}
