import { createHash } from 'node:crypto';
import type { Brand } from '#brands/brand.ts';
import type { BrandTokens } from '#brands/brand-shape.ts';
import { brandTokens } from '#brands/brand-tokens.ts';
import { htmlText } from '../features/mail/html-text.ts';

/** A page outside the app: one document without requests of its own. */
export interface PublicPage {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
}

interface Parts {
  readonly title: string;
  /** Name of the owner, after the title. Absent: the brand's. */
  readonly site?: string;
  /** Language of the page; absent: English. */
  readonly lang?: string;
  /** Markup in front of the main part. Absent: the brand. */
  readonly header?: string;
  /** Markup of the main part. */
  readonly main: string;
  /** Markup after the main part. Absent: nothing. */
  readonly footer?: string;
  /** Markup in the head. Absent: the page isn't to be found by search engines. */
  readonly head?: string;
  /** Rules beyond those of every such page. */
  readonly css?: string;
  /** Source of the only script. Absent: the page runs none. */
  readonly script?: string;
  /** Sources of pictures, as the policy names them. Absent: none. */
  readonly pictures?: string;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The mark of a brand, as SVG. */
export const markOf = (brand: Brand): string =>
  `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${brand.mark
    .map(({ d, stroke }) =>
      stroke === null
        ? `<path d="${d}" fill="currentColor"/>`
        : `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${stroke}" stroke-linecap="round"/>`,
    )
    .join('')}</svg>`;

/** A page that works without scripts and loads nothing from elsewhere. */
export function publicPage(brand: Brand, parts: Parts): PublicPage {
  const style = `${baseStyleOf(brand)}${parts.css ?? ''}`;
  const name = htmlText(brand.name);
  const script = parts.script === undefined ? '' : `<script>${parts.script}</script>\n`;
  const header = parts.header ?? `<header>${markOf(brand)}${name}</header>`;
  return {
    html: `<!doctype html>
<html lang="${parts.lang ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${parts.head ?? '<meta name="robots" content="noindex">'}
<title>${htmlText(parts.title)} | ${htmlText(parts.site ?? brand.name)}</title>
<style>${style}</style>
</head>
<body>
${header}
<main>
${parts.main}
</main>
${parts.footer ?? ''}${script}</body>
</html>
`,
    policy: [
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      ...(parts.script === undefined ? [] : [`script-src ${hashOf(parts.script)}`, "connect-src 'self'"]),
      ...(parts.pictures === undefined ? [] : [`img-src ${parts.pictures}`]),
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ].join('; '),
  };
}

/** Colors of the brand for both backgrounds, whose contrast is measured with its tokens. */
function baseStyleOf({ key }: Brand): string {
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
