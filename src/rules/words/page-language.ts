/** Languages of pages for people outside of the app. */
export const PAGE_LANGUAGES = ['en', 'es'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

export const isPageLanguage = (value: unknown): value is PageLanguage => PAGE_LANGUAGES.some((one) => one === value);

/** The language that a browser asks for, by `Accept-Language` of RFC 9110. `null`: none of ours. */
export function askedLanguage(header: string | undefined): PageLanguage | null {
  const asked = (header ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((one) => one.trim().startsWith('q='))?.split('=')[1] ?? '1';
      return { language: tag.trim().split('-')[0], quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  return asked.find(isPageLanguage) ?? null;
}
