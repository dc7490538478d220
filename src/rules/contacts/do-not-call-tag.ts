import { foldName } from './person-name.ts';

/** "dnc", "Do-not-call", "don't call", "No more calls", "stop calling" */
const SAYS_SO = /\bdnc\b|\b(?:do not|dont|never|stop) (?:call|calling|phone)\b|\bno (?:more )?(?:phone )?calls?\b/;

/** True for the name of a tag that means that a contact must not be called. A tag by itself stops no call. */
export const meansDoNotCall = (tag: string): boolean =>
  SAYS_SO.test(
    tag
      .replaceAll(/['’]/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .map(foldName)
      .join(' '),
  );
