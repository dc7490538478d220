import { useState } from 'react';
import { classes } from '../format/class-names.ts';
import { Dot } from './Dot.tsx';
import type { Tone } from './Icon.tsx';

interface AvatarProps {
  name: string;
  size?: 'normal' | 'big' | 'huge';
  presence?: Tone | 'ring';
  /** Address of a photo, in front of the initials. */
  src?: string | null | undefined;
}

/** A photo or initials; hidden from screen readers, because the name is next to it. */
export function Avatar({ name, size = 'normal', presence, src }: AvatarProps) {
  const [lost, setLost] = useState('');
  return (
    <span className={classes('avatar', size === 'normal' ? null : size)} aria-hidden="true">
      {initialsOf(name)}
      {/* Initials show through where the photo can't be loaded: its address works for some minutes. */}
      {src && src !== lost ? <img src={src} alt="" onError={() => setLost(src)} /> : null}
      {presence ? <Dot tone={presence} /> : null}
    </span>
  );
}

/** First letters of the first and last word: "Marguerite van der Prescott" is MP. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase('en-US') ?? '').join('');
}
