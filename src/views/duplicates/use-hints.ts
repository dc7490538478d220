import { useState } from 'react';
import { findDuplicates, type FoundDuplicate } from '#contract/duplicates.contract.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';

/** Milliseconds of quiet after which who is typed is looked for. Ours: as in the search of the list. */
export const HINT_AFTER_MS = 500;

const ASKED = ['first_name', 'last_name', 'phone', 'email', 'city', 'dob'] as const;
type Typed = Partial<Readonly<Record<(typeof ASKED)[number], string | null>>>;

/** Query for hints: a full name, a phone number or an e-mail address. `null`: too little to identify anyone. */
function lookedFor(typed: Typed) {
  const said = ASKED.flatMap((field) => {
    const text = typed[field]?.trim() ?? '';
    return text === '' ? [] : [[field, text] as const];
  });
  const { first_name, last_name, phone = '', email = '' } = Object.fromEntries(said) as Record<string, string>;
  const isTold = Boolean(first_name && last_name) || toE164(phone) !== null || isEmailAddress(email);
  return isTold ? Object.fromEntries(said) : null;
}

/**
 * Existing contacts that the typed person may be. Typing cancels the request; the last result stays until the next one.
 */
export function useHints(typed: Typed): readonly FoundDuplicate[] {
  const hasHints = useGate('duplicates').allowed;
  const person = hasHints ? lookedFor(typed) : null;
  const found = useResource(findDuplicates, person === null ? null : { body: person }, { settlesAfter: HINT_AFTER_MS });
  const answer = found.isEarlier ? null : (found.data?.data ?? null);
  const [shown, setShown] = useState<readonly FoundDuplicate[]>([]);
  if (answer !== null && answer !== shown) setShown(answer);
  return person === null ? [] : shown;
}
