import { htmlText } from '../server/features/mail/html-text.ts';

/** What one brand has at a row. */
export type Seen =
  /** A picture beside the sheet. `note`: what is odd about it. */
  | { readonly picture: string; readonly note?: string }
  | { readonly mail: { readonly subject: string; readonly text: string; readonly html?: string | undefined } };

export interface Row {
  readonly name: string;
  /** One for each brand, in their order. */
  readonly seen: readonly Seen[];
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const STYLE = [
  ':root{color-scheme:light dark}body{margin:0;padding:1.5rem;font:0.8125rem/1.5 system-ui,sans-serif}',
  'h1{margin:0;font-size:1.25rem}h2{margin:2rem 0 .5rem;font-size:1rem}h3{margin:0;padding:.5rem 0 .25rem;font-size:.8125rem;font-weight:500}',
  '.row{display:grid;grid-template-columns:repeat(var(--brands),minmax(16rem,1fr));gap:.75rem}.head{position:sticky;top:0;padding:.5rem 0;background:Canvas;border-bottom:1px solid GrayText;font-weight:600}',
  'main{overflow-x:auto}figure{margin:0;min-width:0}img,iframe{display:block;box-sizing:border-box;width:100%;border:1px solid color-mix(in srgb,GrayText 40%,transparent)}iframe{height:16rem;background:#fff}',
  'figcaption{color:GrayText;overflow-wrap:anywhere}nav a{margin-right:1rem}',
].join('');

/** An e-mail runs nothing and loads nothing. */
const frameOf = ({ subject, text, html }: Extract<Seen, { mail: unknown }>['mail']): string => {
  const body = html ?? `<pre style="white-space:pre-wrap;font:14px/1.5 system-ui,sans-serif">${htmlText(text)}</pre>`;
  return `<figcaption>${htmlText(subject)}</figcaption><iframe sandbox loading="lazy" title="${htmlText(subject)}" srcdoc="${htmlText(body)}"></iframe>`;
};

const figureOf = (seen: Seen, name: string): string => {
  if ('mail' in seen) return `<figure>${frameOf(seen.mail)}</figure>`;
  const { picture, note } = seen;
  const caption = note === undefined ? '' : `<figcaption>${htmlText(note)}</figcaption>`;
  return `<figure><a href="${htmlText(picture)}"><img loading="lazy" src="${htmlText(picture)}" alt="${htmlText(name)}"></a>${caption}</figure>`;
};

const idOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** One page: a column for each brand, a row for each component page, e-mail and page of the app. */
export function gallerySheet(brands: readonly string[], sections: readonly Section[]): string {
  const head = `<div class="row head">${brands.map((name) => `<span>${htmlText(name)}</span>`).join('')}</div>`;
  const parts = sections.map(({ title, rows }) => {
    const shown = rows.map(
      ({ name, seen }) =>
        `<h3>${htmlText(name)}</h3><div class="row">${seen.map((one) => figureOf(one, name)).join('')}</div>`,
    );
    return `<section id="${idOf(title)}"><h2>${htmlText(title)}</h2>${shown.join('\n')}</section>`;
  });
  const links = sections.map(({ title }) => `<a href="#${idOf(title)}">${htmlText(title)}</a>`).join('');
  return `<!doctype html>
<html lang="en" style="--brands:${brands.length}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title><style>${STYLE}</style></head>
<body><h1>Gallery</h1><nav>${links}</nav><main>${head}${parts.join('\n')}</main></body></html>
`;
}
