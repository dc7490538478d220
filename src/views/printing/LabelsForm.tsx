import { LABELS_A_SHEET } from '#contract/printing.contract.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { labelPlace } from './label-place.ts';

/** Options as typed. */
export interface LabelsOptions {
  readonly start_at: string;
  readonly per_household: boolean;
}

interface LabelsFormProps {
  options: LabelsOptions;
  onChange: (options: LabelsOptions) => void;
}

/** First label on the first sheet, and whether households share a label. */
export function LabelsForm({ options, onChange }: LabelsFormProps) {
  return (
    <>
      <TextField
        label="First free label"
        inputMode="numeric"
        value={options.start_at}
        hint="Use 1 for a new sheet. On a partly used sheet, count row by row."
        error={labelPlace(options.start_at) !== null ? undefined : `Enter a number from 1 to ${LABELS_A_SHEET}.`}
        onChange={(event) => onChange({ ...options, start_at: event.target.value.trim() })}
      />
      <Checkbox
        checked={options.per_household}
        onCheckedChange={(checked) => onChange({ ...options, per_household: checked })}
      >
        One label per household, such as “Maria and José Garza”
      </Checkbox>
      <p className="meta quiet">Print at 100%, without fitting to the page.</p>
    </>
  );
}
