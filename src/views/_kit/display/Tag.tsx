import type { CSSProperties } from 'react';
import { classes } from '../format/class-names.ts';

/** A tag's name; its color is only a dot, so it never affects legibility. */
export function Tag({ name, color }: { name: string; color?: string | null }) {
  const style = color ? ({ '--c': color } as CSSProperties) : undefined;
  return (
    <span className={classes('tag', !color && 'bare')} style={style}>
      {name}
    </span>
  );
}
