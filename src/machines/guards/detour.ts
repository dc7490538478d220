import { type Debt, DEBTS } from '#rules/access/debts.ts';

/** Obligations that have a page of their own; the terms of use are accepted over any page. */
export type PageDebt = Exclude<Debt, 'terms'>;
const hasPage = (debt: Debt): debt is PageDebt => debt !== 'terms';

/** Page from which a guard redirected the user, and why. */
export interface Detour {
  readonly why: PageDebt;
  /** The page that they wanted. */
  readonly back: string;
}

/** The detour that an address names in `why` and `back`. `null`: none that the guards have made. */
export function detourOf(href: string): Detour | null {
  const query = new URLSearchParams(href.split('#', 1)[0]?.split('?').slice(1).join('?') ?? '');
  const why = DEBTS.filter(hasPage).find((debt) => debt === query.get('why'));
  if (why === undefined) return null;
  const back = query.get('back') ?? '/';
  return { why, back: isOwnPath(back) ? back : '/' };
}

/** The address of a page where a debt is settled; it names the debt and the way back. */
export function detourTo(page: string, { why, back }: Detour): string {
  const query = new URLSearchParams({ why, ...(back !== '/' && { back }) });
  return `${page}${page.includes('?') ? '&' : '?'}${query}`;
}

/** A path of this app: never another origin. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])/u.test(path);
