import { createHash } from 'node:crypto';
import type { Brand } from '#brands/brand.ts';
import type { BrandTokens } from '#brands/brand-shape.ts';
import { brandTokens } from '#brands/brand-tokens.ts';
import { htmlText } from './html-text.ts';

/** What the page says. */
interface Words {
  readonly title: string;
  readonly text: string;
  /** Label of the button; absent: there is nothing to do. */
  readonly button?: string;
}

export const ASKING = (agency: string): Words => ({
  title: 'Unsubscribe from marketing e-mail?',
  text: `${agency} will stop sending you marketing e-mail. E-mail about your existing coverage still reaches you.`,
  button: 'Unsubscribe',
});

export const DONE = (agency: string): Words => ({
  title: "You're unsubscribed",
  text: `${agency} won't send you marketing e-mail any more. You can close this page.`,
});

export const UNKNOWN: Words = {
  title: "This link doesn't work",
  text: 'It may be incomplete. Open it again from the e-mail, or reply to the e-mail and ask to be removed.',
};

export interface Page {
  readonly html: string;
  readonly policy: string;
}

/** A page that works without scripts and loads nothing. */
export function unsubscribePage(brand: Brand, { title, text, button }: Words): Page {
  const style = styleOf(brand);
  const hash = createHash('sha256').update(style).digest('base64');
  const marks = brand.mark.map(({ d, stroke }) =>
    stroke === null
      ? `<path d="${d}" fill="currentColor"/>`
      : `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${stroke}" stroke-linecap="round"/>`,
  );
  const form =
    button === undefined
      ? ''
      : `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${htmlText(button)}</button></form>`;
  const name = htmlText(brand.name);
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${htmlText(title)} | ${name}</title>
<style>${style}</style>
</head>
<body>
<header><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${marks.join('')}</svg>${name}</header>
<main>
<h1>${htmlText(title)}</h1>
<p>${htmlText(text)}</p>
${form}
</main>
</body>
</html>
`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  };
}

/** Colors of the brand for both backgrounds, whose contrast is measured with its tokens. */
function styleOf({ key }: Brand): string {
  const tokens = brandTokens[key];
  const colors = (of: BrandTokens['light']) =>
    `--bg:${of.bg};--surface:${of.surface};--line:${of.line};--text:${of['text-1']};--quiet:${of['text-2']};` +
    `--fill:${of['primary-fill']};--hover:${of['primary-fill-hover']};--on:${of['primary-on-fill']};--mark:${of['primary-text']}`;
  return [
    `:root{color-scheme:light dark;${colors(tokens.light)}}`,
    `@media (prefers-color-scheme:dark){:root{${colors(tokens.dark)}}}`,
    'body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,sans-serif}',
    'header{display:flex;gap:.5rem;align-items:center;padding:1.5rem;font-weight:600}svg{color:var(--mark)}',
    // Clear of the edges of a phone; a long name of an agency breaks.
    'main{box-sizing:border-box;width:min(32rem,100% - 2rem);margin:1rem auto;padding:2rem 1.5rem;background:var(--surface);' +
      'border:1px solid var(--line);border-radius:.625rem;overflow-wrap:anywhere}@media (min-width:40rem){main{margin-top:4rem}}',
    'h1{margin:0 0 .5rem;font-size:1.375rem;line-height:1.3}p{margin:0;color:var(--quiet)}form{margin-top:1.5rem}',
    'button{min-height:2.75rem;padding:0 1.25rem;border:0;border-radius:.375rem;background:var(--fill);color:var(--on);' +
      'font:inherit;font-weight:600;cursor:pointer}button:hover{background:var(--hover)}',
    'button:focus-visible{outline:3px solid var(--mark);outline-offset:2px}',
  ].join('');
}
