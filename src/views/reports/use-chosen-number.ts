import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ChosenNumber, numberSearch } from './reports-search.ts';

/** The number whose rows are open, and the way to another one; it is in the address. */
export function useChosenNumber(): readonly [ChosenNumber, (next: ChosenNumber) => void] {
  const navigate = useNavigate();
  const chosen = numberSearch({ ...(useSearch({ strict: false }) as object) });
  return [chosen, (next) => void navigate({ to: '.', search: next as never })];
}
