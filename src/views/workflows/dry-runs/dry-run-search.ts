import { type DryOutcome, listDryRunContacts } from '#contract/workflows/dry-runs.contract.ts';
import { type RawSearch, readSearch } from '../../_base/routes/read-search.ts';

const { step, outcome, reason, page } = listDryRunContacts.query.shape;
/** The number that is open, and the page of its contacts. */
const SHAPE = { step, outcome, reason, rows: page };

export interface DryRunSearch {
  readonly step?: string;
  readonly outcome?: DryOutcome;
  readonly reason?: string;
  readonly rows?: number;
}

export const chosenRow = (raw: RawSearch): DryRunSearch => readSearch(SHAPE, raw);
