import { useId } from 'react';
import { capital } from '#rules/words/capital.ts';
import { BACKGROUNDS, type DisplayOptions, FONT_SIZES, PRIMARY_COLORS } from './display-options.ts';

interface DisplayOptionsFormProps {
  options: DisplayOptions;
  onChange: (options: DisplayOptions) => void;
}

/** Three sizes, six colors, two backgrounds; each choice applies immediately. */
export function DisplayOptionsForm({ options, onChange }: DisplayOptionsFormProps) {
  return (
    <div className="options">
      <Segments
        legend="Text size"
        values={FONT_SIZES}
        value={options.size}
        onChange={(size) => onChange({ ...options, size })}
      />
      <Swatches value={options.primary} onChange={(primary) => onChange({ ...options, primary })} />
      <Segments
        legend="Background"
        values={BACKGROUNDS}
        value={options.background}
        onChange={(background) => onChange({ ...options, background })}
      />
    </div>
  );
}

interface SegmentsProps<Value extends string> {
  legend: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
}

function Segments<Value extends string>({ legend, values, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="segments">
        {values.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
            {capital(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SwatchesProps {
  value: DisplayOptions['primary'];
  onChange: (value: DisplayOptions['primary']) => void;
}

function Swatches({ value, onChange }: SwatchesProps) {
  const name = useId();
  return (
    <fieldset>
      <legend>Color</legend>
      <div className="swatches">
        {PRIMARY_COLORS.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} checked={choice === value} onChange={() => onChange(choice)} />
            <span className="sample" data-primary={choice} aria-hidden="true" />
            {capital(choice)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
