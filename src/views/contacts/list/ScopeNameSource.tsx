import { useEffect } from 'react';
import type { NamedField } from '#rules/contacts/scope-sentence.ts';
import { type ScopeChoices, useScopeChoices } from './use-scope-choices.ts';

interface ScopeNameSourceProps {
  fields: readonly NamedField[];
  onKnown: (choices: ScopeChoices) => void;
}

/** Loads the choices of these fields and tells them on; shows nothing. */
export function ScopeNameSource({ fields, onKnown }: ScopeNameSourceProps) {
  const choices = useScopeChoices(fields);
  const told = JSON.stringify(choices);
  // oxlint-disable-next-line react/exhaustive-deps -- the same choices are told once
  useEffect(() => onKnown(choices), [told, onKnown]);
  return null;
}
