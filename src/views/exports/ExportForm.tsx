import { EXPORT_FORMATS, EXPORT_WHY_MAX, type ExportFormat } from '#contract/exports.contract.ts';
import { isWhyDue } from '#rules/imports/exports.ts';
import type { ExportChoice, ExportContext } from '../../machines/exports/export-context.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { ColumnsChooser } from './ColumnsChooser.tsx';
import { FORMATS } from './export-words.ts';

interface ExportFormProps {
  context: ExportContext;
  onChoose: (choice: Partial<ExportChoice>) => void;
}

/** File type, columns, and the purpose where one is required. */
export function ExportForm({ context: { choice, counted }, onChoose }: ExportFormProps) {
  const isDue = counted !== null && isWhyDue(counted.count, choice.columns);
  return (
    <div className="export-form">
      <SelectField
        label="File"
        value={choice.format}
        options={EXPORT_FORMATS.map((format) => ({ value: format, label: FORMATS[format] }))}
        onChange={({ currentTarget }) => onChoose({ format: currentTarget.value as ExportFormat })}
      />
      <ColumnsChooser columns={choice.columns} onChoose={(columns) => onChoose({ columns })} />
      <TextField
        label={isDue ? 'Purpose' : 'Purpose (optional)'}
        value={choice.why}
        maxLength={EXPORT_WHY_MAX}
        required={isDue}
        hint={
          choice.columns.includes('dob')
            ? "The file includes birth dates. Your agency's log will show this."
            : undefined
        }
        onChange={({ currentTarget }) => onChoose({ why: currentTarget.value })}
      />
    </div>
  );
}
