/** Colors are the reader's choice, and two columns become one on a phone. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:480px){.col{display:block!important;width:100%!important}}`;

/** The whole document of an e-mail, around what its author wrote: sanitized HTML. */
export const wholeEmail = (html: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" />
<style>${STYLE}</style></head><body>
${html}
</body></html>`;
