const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const LINK = /<a\b[^<>]*?\bhref="([^"]*)"[^<>]*>([\s\S]*?)<\/a>/gi;

/** Label and address of a link; the address alone where the label says no more. */
function linkText(href: string, inner: string): string {
  const label = inner.replaceAll(/<[^<>]*>/g, '').trim();
  const bare = href.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');
  const isSame = [href, bare].some((address) => address.toLowerCase() === label.toLowerCase());
  // An image that leads somewhere has no words here.
  return label === '' ? href : isSame ? label : `${label}: ${href}`;
}

/** The plain text of sanitized HTML, for readers without HTML: lines, lists, and the addresses of links. */
export function emailText(html: string): string {
  const text = html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(LINK, (_, href: string, inner: string) => linkText(href, inner))
    .replaceAll(/<li\b[^<>]*>/g, '\n- ')
    .replaceAll(/<br \/>|<\/td>/g, '\n')
    .replaceAll(/<\/?(?:p|h1|h2|ul|ol|table)\b[^<>]*>/g, '\n\n')
    .replaceAll(/<[^<>]*>/g, '');
  return unescaped(text)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\u00a0]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
