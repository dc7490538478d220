import type { ImportCheck } from '#contract/imports.contract.ts';
import type { ImportedConsents } from '#contract/imports/consent-columns.contract.ts';
import { cutText } from '#rules/imports/cut-text.ts';
import type { Planned } from '../plan/import-plan.ts';
import type { CheckRow } from '../rows/import-rows.sql.ts';
import type { PreparedRow } from '../rows/prepare-rows.ts';
import type { RowChoices } from '../cells/row-values.ts';
import { countConsents } from '../consents/sort-consents.ts';
import { UnreadCount } from '../corrections/unread-count.ts';
import { CheckRoom } from './check-room.ts';
import { DoubtfulAges } from './doubtful-ages.ts';
import { NewPolicies } from './new-policies.ts';
import { NewTags } from './new-tags.ts';

/** Maximum characters of one cell kept for display. Ours. */
const MAX_CELL_CHARS = 2_000;

/** Skipped rows that a reason names, and characters of each. Ours. */
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_CHARS = 60;

/** Adds up what a check finds. */
export class CheckTally {
  #rows = 0;
  readonly #counts = { created: 0, updated: 0, skipped: 0, problem: 0 };
  readonly #reasons = new Map<string, ImportCheck['by_reason'][number]>();
  readonly #kept = new CheckRoom();
  readonly #ages: DoubtfulAges;
  readonly #unread = new UnreadCount();

  readonly #tags: NewTags;
  readonly #policies = new NewPolicies();
  #consents: ImportedConsents | null = null;

  /** `today`: `YYYY-MM-DD`. `tags`: those of the account. */
  constructor(today: string, tags: RowChoices['tags']) {
    this.#tags = new NewTags(tags);
    this.#ages = new DoubtfulAges(today);
  }

  get rows(): number {
    return this.#rows;
  }

  get kept(): readonly CheckRow[] {
    return this.#kept.rows;
  }

  /** Rows of a chunk, whatever becomes of them. */
  read(chunk: readonly PreparedRow[]): void {
    this.#rows += chunk.length;
    for (const each of chunk) if (each.kind === 'good') this.#ages.add(each.row, each.values.dob);
  }

  add(planned: Planned): void {
    const { kind, row } = planned;
    this.#counts[kind] += 1;
    this.#consents = countConsents([planned.consents], this.#consents);
    const listed = listedRow(row);
    if (listed !== null) this.#kept.keep(listed, row.kind !== 'good');
    if (row.kind === 'good') {
      this.#unread.add(row.unread);
      this.#tags.add(row.values);
      if ('policies' in planned) this.#policies.add(planned.policies);
      return;
    }
    const { reason } = row;
    const field = row.kind === 'problem' ? row.field : null;
    const key = `${reason}|${field}`;
    const known = this.#reasons.get(key);
    const examples = [...(known?.examples ?? []), ...exampleOf(row)]
      .toSorted((a, b) => a.row_number - b.row_number)
      .slice(0, MAX_EXAMPLES);
    const rows = (known?.rows ?? 0) + 1;
    this.#reasons.set(key, { reason, field, rows, ...(examples.length > 0 && { examples }) });
  }

  /** `isPlanned` false: the outcome of good rows is not known, and they were added as created. */
  found(isPlanned: boolean): ImportCheck {
    const { created, updated, skipped, problem: problems } = this.#counts;
    const by_reason = [...this.#reasons.values()].toSorted((a, b) => b.rows - a.rows);
    return {
      rows: this.#rows,
      good: created + updated,
      problems,
      skipped,
      ...(isPlanned && { planned: { created, updated } }),
      by_reason,
      doubts: this.#ages.found(),
      ...this.#unread.found(),
      ...this.#tags.found(),
      ...(isPlanned && this.#policies.found()),
      ...(isPlanned && this.#consents && { consents: this.#consents }),
    };
  }
}

/** The row as the check lists it; `null`: nothing is wrong with it. */
function listedRow(row: Planned['row']): CheckRow | null {
  if (row.kind === 'skipped') return null;
  const unread = row.kind === 'good' ? row.unread : [];
  const fault = row.kind === 'problem' ? row : unread[0];
  if (fault === undefined) return null;
  const { reason, field, message } = fault;
  const cells = row.cells.map((cell) => cutText(cell, MAX_CELL_CHARS));
  return { row_number: row.row, reason, field, message, cells, unread };
}

/** The text of a row that is skipped and is no person: the cells of a person may be numbers that are kept sealed. */
function exampleOf(row: Planned['row']): { row_number: number; text: string }[] {
  if (row.kind !== 'skipped' || !row.cells || row.shown !== undefined) return [];
  if (row.reason === 'contradicts_earlier_row') return [];
  const text = row.cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' ');
  return [{ row_number: row.row, text: cutText(text, MAX_EXAMPLE_CHARS) }];
}
