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

/** Small words that only one of the languages has. */
const SMALL_WORDS: Readonly<Record<PageLanguage, string>> = {
  en: 'a about after and are can do for from have help how i if in is my of on or our the to we what when with you your',
  es: 'al con cómo cuando cuándo de del desde el ella en es esta hasta la las los mi más o para por que qué se si son su sus tiene un una usted y yo',
};

/** The language that a text is written in, by its small words. `otherwise`: it has no more of one than of the other. */
export function writtenIn(text: string, otherwise: PageLanguage): PageLanguage {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [en, es] = PAGE_LANGUAGES.map((language) => {
    const small = new Set(SMALL_WORDS[language].split(' '));
    return words.filter((word) => small.has(word)).length;
  });
  return en === es ? otherwise : (en ?? 0) > (es ?? 0) ? 'en' : 'es';
}
