import { classes } from '../format/class-names.ts';
import type { Tone } from './Icon.tsx';

/** Presence or freshness beside a word. */
export function Dot({ tone }: { tone?: Tone | 'ring' | undefined }) {
  return <span className={classes('dot', tone)} aria-hidden="true" />;
}
