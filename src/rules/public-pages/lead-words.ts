import type { LeadBox } from '#contract/public-pages.contract.ts';

/** Changes with every change of the words below: it is kept with what a person agreed to. */
export const LEAD_WORDS_VERSION = '2026-11-30';

interface Asked {
  readonly name: string;
  readonly agency: string;
}

/** Words beside each box: one purpose, none is ticked, and none is a condition. */
export function leadBoxes({ name, agency }: Asked): readonly { readonly box: LeadBox; readonly words: string }[] {
  const who = agency === '' || agency === name ? name : `${name} of ${agency}`;
  return [
    {
      box: 'call',
      words: `${who} may call me at the number above about products and services, also with an autodialer or a recorded voice. I don't have to agree to buy anything.`,
    },
    {
      box: 'text',
      words: `${who} may text me at the number above about products and services, also automatically. I don't have to agree to buy anything. Message and data rates may apply. Reply STOP to end texts.`,
    },
    {
      box: 'mail',
      words: `${who} may e-mail me news and offers at the address above. I can unsubscribe at any time.`,
    },
  ];
}
