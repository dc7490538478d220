import type { ImportAttempt, ImportCheck } from '#contract/imports.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { Note } from '../../_kit/display/Note.tsx';

interface DoubtsProps {
  doubts: NonNullable<ImportCheck['doubts']>;
  /** Header of the column of birth dates. */
  header: string;
  /** Lines above the first row. */
  headerRow: number;
}

const TITLES: Readonly<Record<DoubtsProps['doubts'][number]['kind'], string>> = {
  over_120: 'would be older than 120',
  minors: 'would be under 18',
};

/** Birth dates that are hardly right, before they are imported. Renders nothing without any. */
export function Doubts({ doubts, header, headerRow }: DoubtsProps) {
  return doubts.map(({ kind, rows, row_numbers: named }) => (
    <Note key={kind} tone="warn" title={`${formatCounted(rows, 'person', 'people')} ${TITLES[kind]}`}>
      Check that {header} holds birth dates: {named.length === 1 ? 'row' : 'rows'}{' '}
      {named.map((row) => formatCount(sheetRow(headerRow, row))).join(', ')}
      {rows > named.length ? ` and ${formatCount(rows - named.length)} more` : ''}.
    </Note>
  ));
}

/** Header of the column that becomes the birth date. */
export const birthColumn = ({ fields }: ImportAttempt, columns: readonly { readonly header: string }[]): string =>
  columns[Number(Object.keys(fields).find((index) => /^dob(_year)?$/.test(fields[index] ?? '')))]?.header ??
  'the column';
