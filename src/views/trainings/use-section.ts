import { useLocation, useNavigate } from '@tanstack/react-router';

/** The section in the address, and the way to another one; `null`: all. The router reads `section=2026` as a number. */
export function useSection(): readonly [string | null, (next: string | null) => void] {
  const { section } = useLocation().search as { readonly section?: string | number };
  const navigate = useNavigate();
  return [
    section === undefined ? null : String(section),
    (next) => void navigate({ to: '.', search: (next === null ? {} : { section: next }) as never }),
  ];
}
