import { EXPORT_COLUMNS, type ExportColumn } from '#contract/exports.contract.ts';
import { EXPORT_HEADERS, EXPORT_PRESETS } from '#rules/imports/exports.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';

const OWN = 'own';

interface ColumnsChooserProps {
  columns: readonly ExportColumn[];
  onChoose: (columns: readonly ExportColumn[]) => void;
}

const isSame = (a: readonly ExportColumn[], b: readonly ExportColumn[]) =>
  a.length === b.length && a.every((column, at) => column === b[at]);

/** Columns of the file: a preset to start with, and each column. */
export function ColumnsChooser({ columns, onChoose }: ColumnsChooserProps) {
  const preset = EXPORT_PRESETS.find((one) => isSame(one.columns, columns));
  const toggle = (column: ExportColumn) =>
    onChoose(EXPORT_COLUMNS.filter((one) => (one === column) !== columns.includes(one)));
  return (
    <div className="export-part">
      <SelectField
        label="Columns"
        value={preset?.key ?? OWN}
        options={[
          ...EXPORT_PRESETS.map(({ key, label }) => ({ value: key, label })),
          { value: OWN, label: `Custom: ${columns.length} of ${EXPORT_COLUMNS.length}`, disabled: true },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChoose(EXPORT_PRESETS.find(({ key }) => key === value)?.columns ?? columns)
        }
      />
      <fieldset className="export-columns">
        <legend className="sr">Columns</legend>
        {EXPORT_COLUMNS.map((column) => (
          <Checkbox key={column} checked={columns.includes(column)} onCheckedChange={() => toggle(column)}>
            {EXPORT_HEADERS[column]}
          </Checkbox>
        ))}
      </fieldset>
    </div>
  );
}
