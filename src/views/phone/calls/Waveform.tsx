import type { KeyboardEvent } from 'react';
import { formatClock } from '../../_kit/format/format-duration.ts';
import { barsOf, type Bars } from './waveform-bars.ts';

interface WaveformProps {
  /** The agent's peaks, then the other side's, from 0 to 1; none: nothing is known. */
  channels: readonly (readonly number[])[];
  /** Seconds. */
  at: number;
  seconds: number;
  /** Name of the recording: "Call 11-21-2026 11.05.wav". */
  label: string;
  onSeek: (seconds: number) => void;
}

/** Half the height of the picture, and the width of a bar with its gap. */
const MIDDLE = 16;
const STEP = 4;

/** Seconds of an arrow key. Ours: as players do. */
const KEY_SECONDS = 5;
const DIRECTIONS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/** Volume of a recording over time, the agent above and the other party below; with a slider. */
export function Waveform({ channels, at, seconds, label, onSeek }: WaveformProps) {
  const bars = barsOf(channels);
  const press = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onSeek(at + direction * KEY_SECONDS);
  };
  return (
    <div className="waveform">
      <Picture bars={bars} />
      <Picture bars={bars} played={seconds === 0 ? 0 : Math.min(1, at / seconds)} />
      <input
        type="range"
        min={0}
        max={seconds}
        step="any"
        value={at}
        aria-label={`Position in ${label}`}
        aria-valuetext={placeText(at, seconds)}
        onKeyDown={press}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

/** "2:04 of 6:42" */
export const placeText = (at: number, seconds: number): string =>
  `${formatClock(at * 1_000)} of ${formatClock(seconds * 1_000)}`;

function Picture({ bars, played }: { bars: Bars; played?: number }) {
  const path = bars.map(([up, down], place) => {
    const x = place * STEP + STEP / 2;
    return `M${x} ${round(MIDDLE - up * 14)}V${round(MIDDLE + down * 14)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${MIDDLE * 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={played === undefined ? undefined : 'is-played'}
      style={played === undefined ? undefined : { clipPath: `inset(0 ${round((1 - played) * 100)}% 0 0)` }}
    >
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
