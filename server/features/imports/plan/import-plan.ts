import { decideRows, type Sorted, sortRows } from '../rows/apply-rows.ts';
import type { Good, Other, RunFrame } from '../rows/chunk-plan.ts';
import { policiesIn } from '../cells/policy-values.ts';
import { hasConsentColumn } from '../consents/file-opt-outs.ts';
import { type RowConsents, sortConsents } from '../consents/sort-consents.ts';
import { type PolicyGain, policyGain } from '../rows/row-policies.ts';
import type { PreparedRow } from '../rows/prepare-rows.ts';
import type { Book } from './book.ts';
import { PlannedHand } from './planned-hand.ts';

/** Outcome of a row in the import to come. A row that is taken has the cells that stay unread. */
export type Planned =
  | ({ readonly kind: 'created' | 'updated'; readonly row: Good; readonly policies?: PolicyGain } & Consenting)
  | ({ readonly kind: 'skipped' | 'problem'; readonly row: Other } & Consenting);

interface Consenting {
  readonly consents?: RowConsents;
}

/** Rows of one group that are read again; `decide` takes those of each chunk, in the chunks of the run. */
export interface Group {
  readonly rows: ReadonlySet<number>;
  readonly decide: (chunk: readonly PreparedRow[]) => Promise<Planned[]>;
}

/** Rows that are decided on together in memory. Ours: below 100 MB. */
const TOGETHER = 100_000;

/**
 * Decides on all rows of a file before its import, by the code of the run. Most rows depend on no other one and are
 * decided on as they pass. Those that do (a person's later rows, two rows that match one contact) are read a second
 * time with the row that they depend on, so that memory holds only people with several rows.
 */
export class ImportPlan {
  readonly #frame: RunFrame;
  readonly #book: Book;
  /** Rows of the second reading → the first row that they depend on. */
  readonly #dependent = new Map<number, number>();
  /** Contact → the first row that matches it. */
  readonly #matched = new Map<number, number>();
  #hasGivenUp = false;

  constructor(frame: RunFrame, book: Book) {
    this.#frame = frame;
    this.#book = book;
  }

  /** False: a file of corrections with too many rows to decide on together. Its good rows count as created. */
  get isPlanned(): boolean {
    return !this.#hasGivenUp;
  }

  /** Decides on the rows of a chunk that depend on no other one. */
  async add(chunk: readonly PreparedRow[]): Promise<Planned[]> {
    // Corrections of an earlier import may change the contact of any row.
    if (this.#frame.corrects !== null) return this.#hasGivenUp ? chunk.map(asRead) : this.#postpone(chunk);
    const hand = new PlannedHand(this.#frame, this.#book);
    const sorted = await sortRows(hand, this.#frame, chunk);
    const matches = matchesOf(sorted, hasConsentColumn(this.#frame));
    const earlier = earlierOf(chunk);
    const decided = plannedOf(sorted)
      .toSorted((a, b) => a.row.row - b.row.row)
      .filter((planned) => !this.#isSecond(planned, matches) && !this.#isLater(planned, earlier));
    for (const { row, earlier } of sorted.later) this.#depend(row, earlier);
    const numbers = new Set(decided.map(({ row: { row } }) => row));
    const alone = chunk.filter(({ row }) => numbers.has(row));
    return withConsents(decided, await sortConsents(hand.book, this.#frame, alone, sorted));
  }

  *groups(): Generator<Group> {
    if (this.#hasGivenUp) {
      const rows = new Set(this.#dependent.keys());
      yield { rows, decide: async (chunk) => chunk.filter(({ row }) => rows.has(row)).map(asRead) };
      return;
    }
    const count = this.#frame.corrects === null ? Math.ceil(this.#dependent.size / TOGETHER) : 1;
    for (let group = 0; group < count && this.#dependent.size > 0; group += 1) {
      const rows = new Set<number>();
      for (const [row, first] of this.#dependent) if (first % count === group) rows.add(row).add(first);
      const frame = { ...this.#frame, touched: new Map<number, number>() };
      const hand = new PlannedHand(frame, this.#book);
      const decide: Group['decide'] = async (chunk) => {
        const sorted = await decideRows(hand, frame, chunk);
        for (const [contact, row] of sorted.touched) frame.touched.set(contact, row);
        const planned = plannedOf(sorted).filter(({ row: { row } }) => this.#dependent.has(row));
        return withConsents(planned, sorted.consents);
      };
      yield { rows, decide };
    }
  }

  #depend(row: number, earlier: number): void {
    this.#dependent.set(row, this.#dependent.get(earlier) ?? earlier);
  }

  #postpone(chunk: readonly PreparedRow[]): Planned[] {
    for (const { kind, row } of chunk) if (kind === 'good') this.#dependent.set(row, row);
    this.#hasGivenUp = this.#dependent.size > TOGETHER;
    return chunk.flatMap((row) => (row.kind === 'good' ? [] : [{ kind: row.kind, row }]));
  }

  /** True for a row whose contact an earlier row matches: what is left to change depends on that one. */
  #isSecond({ row: { row } }: Planned, matches: ReadonlyMap<number, number>): boolean {
    const contact = matches.get(row);
    if (contact === undefined || (this.#frame.whenKnown === 'skip' && !hasConsentColumn(this.#frame))) return false;
    const first = this.#matched.get(contact);
    if (first === undefined) this.#matched.set(contact, row);
    else this.#depend(row, first);
    return first !== undefined;
  }

  /** True for a row of a person who has an earlier row. One that is left out may still connect its other rows. */
  #isLater({ row: { row } }: Planned, earlier: ReadonlyMap<number, number>): boolean {
    const first = earlier.get(row);
    if (first !== undefined) this.#depend(row, first);
    return first !== undefined;
  }
}

/** A row whose outcome is not planned. */
export const asRead = (row: PreparedRow): Planned =>
  row.kind === 'good' ? { kind: 'created', row } : { kind: row.kind, row };

const plannedOf = ({ creates, updates, others }: Sorted): Planned[] => [
  ...creates.map((row) => ({ kind: 'created', row, policies: policyGain(policiesIn(row.values)) }) as const),
  ...updates.map(({ row, policies }) => ({ kind: 'updated', row, policies }) as const),
  ...others.map((row) => ({ kind: row.kind, row }) as Planned),
];

const withConsents = (planned: readonly Planned[], gains: readonly RowConsents[]): Planned[] => {
  const gainOf = new Map(gains.map((gain) => [gain.row, gain]));
  return planned.map((one) => {
    const consents = gainOf.get(one.row.row);
    return consents === undefined ? one : { ...one, consents };
  });
};

/** Good rows of people who have an earlier row, with that one. */
const earlierOf = (chunk: readonly PreparedRow[]): Map<number, number> =>
  new Map(
    chunk.flatMap((row) => (row.kind === 'good' && row.earlier !== null ? [[row.row, row.earlier] as const] : [])),
  );

/** Contacts that rows match, by row. With `hasConsents`, also of rows that leave them as they are. */
const matchesOf = ({ updates, others }: Sorted, hasConsents: boolean): Map<number, number> =>
  new Map([
    ...updates.map(({ row, known }) => [row.row, known.id] as const),
    ...others.flatMap((other) =>
      other.kind === 'skipped' && (other.reason === 'already_there' || hasConsents) && other.contactId != null
        ? [[other.row, other.contactId] as const]
        : [],
    ),
  ]);
