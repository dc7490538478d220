import type { PageGap } from '#contract/public-pages.contract.ts';

export interface PageFilled {
  readonly domain: string | null;
  readonly about: string;
  readonly phone: string;
  readonly office: string;
  readonly hours: readonly unknown[];
  readonly licenses: readonly unknown[];
  readonly organizations: number | null;
  readonly plans: number | null;
  /** The brand's notice names the counts. */
  readonly needsNumbers: boolean;
}

/** What a page lacks, the most needed first. Empty: nothing. */
export function pageGaps(page: PageFilled): PageGap[] {
  const gaps: readonly (PageGap | false)[] = [
    page.domain === null && 'domain',
    page.needsNumbers && (page.organizations === null || page.plans === null) && 'numbers',
    page.about === '' && 'about',
    page.phone === '' && 'phone',
    page.office === '' && 'office',
    page.hours.length === 0 && 'hours',
    page.licenses.length === 0 && 'licenses',
  ];
  return gaps.filter((gap) => gap !== false);
}

/** Notices with the counts in them. A sentence whose count is unknown is left out. */
export const noticesWith = (
  notices: readonly string[],
  counts: { readonly organizations: number | null; readonly plans: number | null },
): string[] =>
  notices.map((notice) =>
    notice
      .split(/(?<=\.) /)
      .filter(
        (sentence) =>
          !/\{(organizations|plans)\}/.test(sentence) || (counts.organizations !== null && counts.plans !== null),
      )
      .join(' ')
      .replace('{organizations}', String(counts.organizations))
      .replace('{plans}', String(counts.plans)),
  );
