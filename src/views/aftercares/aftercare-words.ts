import type { FamilyMember, Relationship } from '#contract/aftercares.contract.ts';

export const RELATIONSHIP_WORDS: Readonly<Record<Relationship, string>> = {
  spouse: 'Spouse',
  child: 'Child',
  parent: 'Parent',
  sibling: 'Sibling',
  friend: 'Friend',
  other: 'Other',
};

export const TIE_WORDS: Readonly<Record<FamilyMember['by'][number], string>> = {
  linked: 'linked contact',
  address: 'same address',
  phone: 'same phone',
};
