import type { TagColor } from '#contract/contacts/tag.contract.ts';

/** The dot of a tag; its name says the same in words. */
export const TAG_DOT: Readonly<Record<TagColor, string>> = {
  grey: 'var(--text-3)',
  red: 'var(--bad-mark)',
  orange: '#d0742a',
  yellow: 'var(--warn-mark)',
  green: 'var(--good-mark)',
  blue: 'var(--info-mark)',
  purple: '#8b63d0',
  pink: '#d14f8b',
};
