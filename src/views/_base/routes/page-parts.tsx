import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import type { PagePath } from '#rules/access/pages.ts';
import { NotFound } from '../NotFound.tsx';
import { type RawSearch, readSearch } from './read-search.ts';

// Each declares its return type: the router's types, which these components read, are made of their types.
type Routed = () => ReactNode;

/** A new entry in the history, or the current one changed. */
export type How = 'push' | 'replace';

export interface SearchProps<S> {
  readonly search: S;
  readonly setSearch: (next: S, how?: How) => void;
}

/** Returns a page that keeps its filters in the URL. A page that is being left no longer changes it. */
export const searchPage = <S extends object>(
  path: PagePath,
  read: (raw: RawSearch) => S,
  Page: ComponentType<SearchProps<S>>,
): Routed =>
  function SearchPage() {
    const navigate = useNavigate();
    const router = useRouter();
    // As it was written: the router takes other cases and a slash at the end too.
    const [own] = useState(router.latestLocation.pathname);
    const raw: object = useSearch({ strict: false });
    // Unknown params of an address belong to no filter.
    const search = useMemo(() => read({ ...raw }), [raw]);
    const setSearch = (next: S, how: How = 'push') => {
      // A search that was typed just before would take the user back.
      if (router.latestLocation.pathname !== own) return;
      void navigate({ to: path, search: read({ ...(next as RawSearch) }) as never, replace: how === 'replace' });
    };
    return <Page search={search} setSearch={setSearch} />;
  };

/** Returns the reader of a `tab` param that is one of these. */
export const tabSearch =
  <T extends string>(tabs: readonly T[]) =>
  (raw: RawSearch): { tab?: T } =>
    readSearch({ tab: z.enum(tabs) }, raw);

/** Returns a page that keeps its tab in the URL; the first tab is the default. */
export const tabPage = <T extends string>(
  path: PagePath,
  tabs: readonly [T, ...T[]],
  Page: ComponentType<{ readonly tab: T; readonly onTab: (tab: T) => void }>,
): Routed =>
  function TabPage() {
    const navigate = useNavigate();
    const { tab = tabs[0] } = tabSearch(tabs)({ ...(useSearch({ strict: false }) as object) });
    return <Page tab={tab} onTab={(next) => void navigate({ to: path, search: { tab: next } as never })} />;
  };

/** Returns the positive whole number that a path param spells; `null` if it is none. */
export function numberIn(param: string | undefined): number | null {
  const number = Number(param);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Returns a page about the row that `$id` names. */
export const idPage = (Page: ComponentType<{ readonly id: number }>): Routed =>
  function IdPage() {
    const id = numberIn(useParams({ strict: false }).id);
    return id === null ? <NotFound /> : <Page key={id} id={id} />;
  };

/** Returns a page outside the frame, which has nothing to show while it loads. */
export const barePage = (Page: ComponentType): Routed =>
  function BarePage() {
    return (
      <Suspense>
        <Page />
      </Suspense>
    );
  };
