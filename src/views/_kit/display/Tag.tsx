import type { CSSProperties } from 'react';
import { classes } from '../format/class-names.ts';

/** A tag's name; its colour is a dot only, so that it never decides whether the name can be read. */
export function Tag({ name, color }: { name: string; color?: string | null }) {
  const style = color ? ({ '--c': color } as CSSProperties) : undefined;
  return (
    <span className={classes('tag', !color && 'bare')} style={style}>
      {name}
    </span>
  );
}
