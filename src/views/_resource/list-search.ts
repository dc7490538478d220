import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/** State of a list and its open record in the URL; absent parts have defaults. */
export interface ListSearch {
  readonly q?: string;
  readonly order?: 'asc' | 'desc';
  readonly order_field?: string;
  readonly page?: number;
  /** The open record by its id, or a new one. */
  readonly edit?: number | 'new';
}

/** The list's part of the URL: reads it, changes it, and links to a record. */
export function useListSearch() {
  const { pathname, searchStr, search } = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const [own] = useState(pathname);
  return {
    search: listSearchOf(search),
    /**
     * Keeps the other parts of the URL. Opening and closing a record adds a history entry. A list that is being left
     * no longer changes the URL: a search that was typed just before would take the user back.
     */
    change: (next: Change, how: 'push' | 'replace' = 'push') => {
      if (router.latestLocation.pathname !== own) return;
      void navigate({
        to: '.',
        search: ((now: object) => ({ ...now, ...next })) as never,
        replace: how === 'replace',
      });
    },
    hrefOf: (edit: number | 'new') => {
      const parts = new URLSearchParams(searchStr);
      parts.set('edit', String(edit));
      return `${pathname}?${parts}`;
    },
  };
}

/** Parts to set; `undefined` takes one out of the address. */
type Change = { readonly [Part in keyof ListSearch]: ListSearch[Part] | undefined };

/** Reads what it knows and leaves out nonsense. The router reads `q=123` as a number. */
export function listSearchOf(raw: object): ListSearch {
  const { q, order, order_field: field, page, edit } = raw as Readonly<Record<string, unknown>>;
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((order === 'asc' || order === 'desc') && { order }),
    ...(typeof field === 'string' && { order_field: field }),
    ...(isPositive(page) && { page }),
    ...((isPositive(edit) || edit === 'new') && { edit }),
  };
}

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
