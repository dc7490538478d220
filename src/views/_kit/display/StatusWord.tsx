import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon, type Tone } from './Icon.tsx';

const OWN: Record<Tone, LucideIcon> = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info };

interface StatusWordProps {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}

/** A state shown by a word and an icon, never by color alone. */
export function StatusWord({ tone, icon, children }: StatusWordProps) {
  const drawing = icon ?? (tone === undefined ? undefined : OWN[tone]);
  return (
    <span className={classes('word', tone)}>
      {drawing ? <Icon of={drawing} /> : null}
      {children}
    </span>
  );
}
