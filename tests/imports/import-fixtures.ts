import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportColumn, ImportHead, ImportRow } from '#contract/imports/rows.contract.ts';

/** An attempt of 12,431 rows in the middle of its work, with what differs. */
export const attempt = (differs: Partial<ImportAttempt> = {}): ImportAttempt => ({
  id: 41,
  status: 'processing',
  failure: null,
  file_name: 'tx_aep_leads_nov.csv',
  file_bytes: 1_204_311,
  user: { id: 1007, name: 'Dana Whitfield' },
  owner: { id: 1007, name: 'Dana Whitfield' },
  pool: null,
  tags: [{ id: 3, name: 'aep-2026', color: 'orange' }],
  header_row: 1,
  when_known: 'update',
  scrub_against: null,
  updated_lead_tags: [],
  api_vendor: null,
  keep_other_columns: false,
  fresh_leads: false,
  contact_type: 'lead',
  import_setting: null,
  fixes_of: null,
  fields: { '0': 'full_name', '1': 'phone' },
  date_orders: {},
  total_rows: 12_431,
  check: { rows: 12_431, good: 12_370, problems: 61, skipped: 0, by_reason: [] },
  counts: { created: 6_918, updated: 1_102, skipped: 331, problems: 61 },
  unread_rows: 0,
  done_rows: 8_412,
  rate: 84,
  active_ms: 100_000,
  undo: null,
  created_at: '2026-11-19T19:03:00Z',
  started_at: '2026-11-19T19:04:12Z',
  finished_at: null,
  deleted_at: null,
  version: 7,
  ...differs,
});

export const columns: ImportColumn[] = [
  { index: 0, header: 'Full name', samples: ['Treviño, Consuelo'], suggestion: 'full_name', confidence: 0.97 },
  { index: 1, header: 'Cell', samples: ['210-555-0164'], suggestion: 'phone', confidence: 0.9 },
  { index: 2, header: 'Home', samples: ['210-555-0190'], suggestion: 'phone', confidence: 0.6 },
  { index: 3, header: 'Agent code', samples: ['A-17'], suggestion: null, confidence: 0 },
];

export const head = (differs: Partial<ImportHead> = {}): ImportHead => ({
  columns,
  sheets: [],
  sheet: null,
  made_by: null,
  warnings: [],
  encoding: 'utf-8',
  delimiter: ',',
  preview: [['Treviño, Consuelo', '210-555-0164', '210-555-0190', 'A-17']],
  ...differs,
});

export const row = (row_number: number, differs: Partial<ImportRow> = {}): ImportRow => ({
  row_number,
  name: 'Treviño, Consuelo',
  phone: '1-210-555-0164',
  outcome: 'created',
  reason: 'new',
  detail: '',
  contact_number: row_number,
  ...differs,
});
