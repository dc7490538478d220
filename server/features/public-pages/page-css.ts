import { contrastOf, inkOn, type PageColors, shownColors, TEXT_CONTRAST } from '#rules/corporations/colors.ts';

/** Colors of the page's corporation, on a light background. `null`: the brand's. */
function colorsCss(colors: PageColors | null): string {
  if (colors === null) return '';
  const { color_1: fill, color_2: link } = shownColors(colors);
  // The page keeps the brand's background, on which other colors were checked.
  if (contrastOf(fill, '#ffffff') < TEXT_CONTRAST || contrastOf(link, '#ffffff') < TEXT_CONTRAST) return '';
  return `@media (prefers-color-scheme:light){:root{--fill:${fill};--hover:${fill};--on:${inkOn(fill)};--mark:${link};--bg:#fff;--surface:#fff}}`;
}

/** Rules beyond those of every public page. */
export const cssOf = (colors: PageColors | null): string => colorsCss(colors) + CSS;

const CSS = [
  'header{display:block;padding:0;border-bottom:1px solid var(--line);background:var(--surface)}',
  'header div,footer div{display:flex;gap:.5rem;align-items:center;max-width:70rem;min-height:4rem;margin:0 auto;padding:0 1.5rem;box-sizing:border-box}.grow{flex:1;overflow-wrap:anywhere}',
  'a{color:var(--mark)}.call{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .875rem;border:1px solid var(--quiet);border-radius:.375rem;color:var(--text);text-decoration:none;font-variant-numeric:tabular-nums;white-space:nowrap}.other{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .5rem}',
  'main{width:auto;max-width:70rem;margin:0 auto;padding:2.5rem 1.5rem;border:0;background:none;display:grid;grid-template-columns:minmax(0,1fr) 25rem;gap:3rem;align-items:start}@media (min-width:40rem){main{margin-top:0}}',
  '.who{display:flex;gap:1.5rem;align-items:center}h1{margin:0;font-size:1.75rem;line-height:1.3}.face{display:grid;place-items:center;flex:none;width:6rem;height:6rem;border-radius:50%;background:var(--fill);color:var(--on);font-size:2rem;font-weight:600}img.face{object-fit:cover;background:none}.logo{flex:none;height:2.5rem;max-width:10rem;object-fit:contain}.flyer a{display:inline-block;padding:.5rem 0}',
  '.words{max-width:38rem;margin:1.5rem 0;font-size:1.0625rem;line-height:1.7}.words p{color:var(--text)}.words p+p,.news p,details p{margin-top:.5rem}',
  'h2{margin:0 0 .5rem;font-size:1.0625rem}.about section{margin-top:1.5rem;padding-top:1.5rem;border-top:1px solid var(--line)}',
  '.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));column-gap:2rem}dl{display:grid;grid-template-columns:auto 1fr;gap:0 1rem;margin:0;color:var(--quiet)}dd{margin:0;font-variant-numeric:tabular-nums}',
  '.open,.shut{margin-top:.5rem}.open{color:var(--text);font-weight:600}.open::before{content:"✓ "}',
  'ul{margin:0;padding:0;list-style:none}.tags{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1rem}.tags li{padding:.125rem .5rem;border:1px solid var(--line);border-radius:.375rem;background:var(--surface)}.tags a{display:inline-block;padding:.5rem .25rem}',
  '.people li{padding:.25rem 0}.people a{display:inline-block;padding:.5rem 0}.news li+li{margin-top:1rem}',
  'details{border-bottom:1px solid var(--line)}summary{padding:.75rem 0;font-weight:600;cursor:pointer}details p{padding-bottom:.75rem}',
  '.lead{padding:1.5rem;border:1px solid var(--line);border-radius:.625rem;background:var(--surface)}.lead form{margin-top:1rem}.fields{display:grid;grid-template-columns:1fr 1fr;column-gap:.75rem}.f-email{grid-column:1/-1}',
  '.field{margin-bottom:.875rem;min-width:0}label,legend{padding:0;font-weight:600}.field input,.field select,textarea{box-sizing:border-box;width:100%;min-height:2.75rem;margin-top:.25rem;padding:0 .75rem;border:1px solid var(--quiet);border-radius:.375rem;background:var(--bg);color:var(--text);font:inherit}textarea{padding:.5rem .75rem;resize:vertical}',
  '[aria-invalid]{border-width:2px!important}.error{margin-top:.25rem;color:var(--text);font-weight:600;font-size:.875rem}.error::before{content:"⚠ "}',
  '.faults{margin-top:1rem;padding:1rem;border:2px solid var(--text);border-radius:.375rem}h3{margin:0;font-size:1rem}.faults ul{padding-left:1.25rem;list-style:disc}.faults a{display:inline-block;padding:.25rem 0}',
  'fieldset{margin:0 0 1rem;padding:0;border:0;min-width:0}.choice{display:flex;gap:.75rem;padding:.5rem 0}.choice input{flex:none;width:1.5rem;height:1.5rem;margin:0;accent-color:var(--fill)}.choice label{font-weight:400;font-size:.8125rem;line-height:1.4;color:var(--quiet)}',
  '.meta{font-size:.8125rem;color:var(--quiet)}button{width:100%;min-height:3rem;margin-bottom:.5rem}[aria-disabled]{opacity:.7}.trap{position:absolute;left:-100vw;top:0;width:1px;height:1px;overflow:hidden}',
  ':is(a,input,select,textarea,summary,.faults):focus-visible{outline:3px solid var(--mark);outline-offset:2px}',
  'footer{border-top:1px solid var(--line);background:var(--surface)}footer div{display:grid;padding-top:1.25rem;padding-bottom:1.25rem}footer p{font-size:.8125rem}.ask{display:none}',
  '@media (max-width:56rem){main{grid-template-columns:minmax(0,1fr);gap:1.5rem;padding:1.5rem 1rem}header div,footer div{padding-left:1rem;padding-right:1rem}.who{gap:1rem}.face{width:4.5rem;height:4.5rem;font-size:1.5rem}h1{font-size:1.375rem}.words{margin:1rem 0;font-size:1rem}}',
  '@media (max-width:30rem){header div{flex-wrap:wrap;padding-top:.5rem;padding-bottom:.5rem}header .grow{flex-basis:calc(100% - 2.5rem)}.other{margin-right:auto;padding-left:0}}',
  '@media (max-width:22rem){.fields{grid-template-columns:1fr}}',
].join('');
