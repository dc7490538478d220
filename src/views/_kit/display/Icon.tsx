import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { classes } from '../format/class-names.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info';

export interface IconProps {
  of: LucideIcon;
  tone?: Tone | undefined;
  className?: string;
}

/**
 * A Lucide icon at the kit's size (1rem, 1.5 stroke). Decorative: the label next to it or on the control carries the
 * meaning.
 */
export const Icon = memo(function Icon({ of: Drawing, tone, className }: IconProps) {
  return <Drawing className={classes('i', tone, className)} strokeWidth={1.5} aria-hidden="true" focusable="false" />;
});
