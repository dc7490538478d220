import type { Decision } from '#contract/compliance.contract.ts';
import { blockedUntil, decisionSentence } from '#rules/compliance/contactability-words.ts';

/** Why a text waits, and until when: "Held until 8:00 AM CT. It's 10:32 PM where they live, outside calling hours." */
export function heldReason(decision: Decision): string {
  const until = blockedUntil(decision)?.replace(/^.*? until /, 'Held until ');
  return `${until ?? 'Held'}. ${decisionSentence(decision)}`;
}
