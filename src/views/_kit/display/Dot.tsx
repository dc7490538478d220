import { classes } from '../format/class-names.ts';
import type { Tone } from './Icon.tsx';

/** Dot for presence or freshness, next to a label. */
export function Dot({ tone }: { tone?: Tone | 'ring' | undefined }) {
  return <span className={classes('dot', tone)} aria-hidden="true" />;
}
