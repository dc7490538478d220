import { cutText } from '#rules/imports/cut-text.ts';

/** Letters of a name at most. Source: file systems take 255 bytes. */
const MOST = 200;

/** Controls, invisible marks that turn a name around, and what paths are made of. */
const ODD = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu;

/** Last part of any path a browser sends, valid as a name on every system. */
export function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replace(ODD, '').trim().replace(/^\.+/, '');
  const [, stem = plain, extension = ''] = /^(.*?)(\.[^.]{1,10})?$/.exec(plain) ?? [];
  return `${cutText(stem.trim(), MOST - extension.length) || 'file'}${extension}`;
}

/** A new name for a file, with its current extension. */
export function renamed(from: string, to: string): string {
  const extension = /\.[^.]+$/.exec(from)?.[0] ?? '';
  const wanted = cleanName(
    to.toLowerCase().endsWith(extension.toLowerCase()) ? to.slice(0, -extension.length || undefined) : to,
  );
  return `${cutText(wanted, MOST - extension.length)}${extension}`;
}
