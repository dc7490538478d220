import type { Brand } from '#brands/brand.ts';
import { SIGNATURE_BOX, SOA_PRODUCTS, type SoaLanguage, type SoaView } from '#contract/soa.contract.ts';
import { PRODUCT_WORDS } from '#rules/soa/soa-words.ts';
import { type PublicPage, publicPage } from '../../http/public-page.ts';
import { htmlText } from '../mail/html-text.ts';
import { whenOf } from './invitation.ts';
import { SIGN_WORDS } from './sign-page-words.ts';

/** What was entered before a refusal. */
export interface Entered {
  readonly name: string;
  readonly products: readonly string[];
  readonly signsAs: string;
  readonly relationship: string;
  readonly beneficiaryName: string;
  readonly submission: string;
}

export interface Shown {
  readonly view: SoaView;
  readonly entered: Entered;
  /** By field; empty: nothing was refused. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** It was refused for another reason. */
  readonly isRefused: boolean;
  /** Addresses of the page in the other language, and of the person's copy. */
  readonly otherHref: string;
  readonly copyHref: string;
}

/** The page behind a link: the form, that it is signed, or that it is closed. */
export function signPage(brand: Brand, shown: Shown): PublicPage {
  const { view } = shown;
  const words = SIGN_WORDS[view.language];
  const parts = { open: form, signed, closed }[view.state](shown);
  return publicPage(brand, {
    title: words.title,
    lang: view.language,
    header: headerOf(shown),
    css: CSS,
    main: parts,
    ...(view.state === 'open' && { script: SCRIPT }),
  });
}

/** For a link that is not ours. */
export function unknownPage(brand: Brand, lang: SoaLanguage): PublicPage {
  const { unknownTitle: title, unknownText: text } = SIGN_WORDS[lang];
  return publicPage(brand, { title, lang, main: `<h1>${title}</h1>\n<p>${text}</p>` });
}

function headerOf({ view, otherHref }: Shown): string {
  const { agent, language } = view;
  const words = SIGN_WORDS[language];
  const other: SoaLanguage = language === 'en' ? 'es' : 'en';
  const call =
    agent.phone === ''
      ? ''
      : `<a class="quiet" href="tel:${htmlText(agent.phone)}">${htmlText(words.call(firstOf(agent.name)))}</a>`;
  return `<header><span class="grow">${htmlText(agent.agency)}</span>${call}<a class="quiet" lang="${other}" hreflang="${other}" href="${htmlText(otherHref)}">${words.other}</a></header>`;
}

const firstOf = (name: string): string => name.split(' ')[0] ?? name;

const instantOf = ({ zone, language }: SoaView, at: string): string => whenOf(new Date(at), zone, language);

const copyLink = ({ view, copyHref }: Shown): string => {
  const words = SIGN_WORDS[view.language];
  const hint =
    view.expires_at === null ? '' : `<p class="meta">${htmlText(words.copyHint(instantOf(view, view.expires_at)))}</p>`;
  return `<p class="copy"><a href="${htmlText(copyHref)}" download>${words.copy}</a></p>${hint}`;
};

function signed(shown: Shown): string {
  const { view } = shown;
  const words = SIGN_WORDS[view.language];
  const when = view.signed_at === null ? '' : instantOf(view, view.signed_at);
  const products = view.products.map((one) => `<li>${PRODUCT_WORDS[view.language][one][0]}</li>`).join('');
  return `<h1>${words.signedTitle}</h1>
<p>${htmlText(words.signedText(view.agent.name, when))}</p>
<h2>${words.products}</h2><ul>${products}</ul>
${copyLink(shown)}`;
}

function closed({ view }: Shown): string {
  const words = SIGN_WORDS[view.language];
  return `<h1>${words.closedTitle}</h1>\n<p>${htmlText(words.closedText(view.agent.name))}</p>`;
}

/** Error of a field, with the attributes that tie it to its control. */
function faultOf({ view, errors }: Shown, field: string, hint = ''): { attributes: string; text: string } {
  const [error] = errors[field] ?? [];
  const described = [hint, error === undefined ? '' : `${field}-error`].filter(Boolean).join(' ');
  return {
    attributes: `${error === undefined ? '' : ' aria-invalid="true"'}${described === '' ? '' : ` aria-describedby="${described}"`}`,
    text:
      error === undefined
        ? ''
        : `<p class="error" id="${field}-error">${htmlText(SIGN_WORDS[view.language].faults[field] ?? error)}</p>`,
  };
}

interface TextField {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly complete?: string;
}

function textField(shown: Shown, name: string, { label, value, hint, complete }: TextField): string {
  const fault = faultOf(shown, name, hint === undefined ? '' : `${name}-hint`);
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" maxlength="160" value="${htmlText(value)}" autocomplete="${complete ?? 'off'}"${fault.attributes}>
${hint === undefined ? '' : `<p class="meta" id="${name}-hint">${hint}</p>`}${fault.text}</div>`;
}

function summaryOf({ view, errors, isRefused }: Shown): string {
  const fields = Object.entries(errors);
  if (!isRefused && fields.length === 0) return '';
  const words = SIGN_WORDS[view.language];
  const items = fields.map(
    ([field, [text = '']]) => `<li><a href="#${field}">${htmlText(words.faults[field] ?? text)}</a></li>`,
  );
  const list = items.length === 0 ? `<p>${words.changed}</p>` : `<ul>${items.join('')}</ul>`;
  return `<div class="faults" role="alert" tabindex="-1" autofocus><h2>${words.wrong}</h2>${list}</div>`;
}

function form(shown: Shown): string {
  const { view, entered } = shown;
  const words = SIGN_WORDS[view.language];
  const first = htmlText(firstOf(view.agent.name));
  const meeting =
    view.appointment_at === null ? '' : `<p>${htmlText(words.meeting(instantOf(view, view.appointment_at)))}</p>`;
  const isOther = entered.signsAs === 'representative';
  const box = `${SIGNATURE_BOX.width}" height="${SIGNATURE_BOX.height}`;
  return `<h1>${words.title}</h1>
<p>${htmlText(words.intro(view.first_name, view.agent.name))}</p>${meeting}
${summaryOf(shown)}
<form method="post" novalidate>
<input type="hidden" name="text_version" value="${view.text.version}"><input type="hidden" name="submission" value="${htmlText(entered.submission)}">
<input type="hidden" name="language" value="${view.language}"><input type="hidden" name="drawing" id="drawing" value="">
${productsOf(shown, first)}
<fieldset><legend>${words.signsAs}</legend>
<div class="choice"><input type="radio" id="myself" name="signs_as" value="beneficiary"${isOther ? '' : ' checked'}><label for="myself">${words.myself}</label></div>
<div class="choice"><input type="radio" id="other" name="signs_as" value="representative"${isOther ? ' checked' : ''}><label for="other">${words.representative}</label></div>
<div class="representative">
${textField(shown, 'beneficiary_name', { label: words.beneficiary, value: entered.beneficiaryName })}
${textField(shown, 'relationship', { label: words.relationship, value: entered.relationship, hint: words.relationshipHint })}
</div></fieldset>
${textField(shown, 'name', { label: words.name, value: entered.name, hint: words.nameHint, complete: 'name' })}
<div class="field" id="draw" hidden><p class="label" id="draw-label">${words.draw}</p>
<canvas id="pad" width="${box}" role="img" aria-label="${words.drawn}"></canvas>
<p class="row meta"><span class="grow">${words.drawHint}</span><button type="button" class="plain" id="clear">${words.clear}</button></p></div>
<section class="legal"><h2>${words.agree}</h2>${view.text.paragraphs.map((text) => `<p>${text}</p>`).join('')}<p class="meta">${words.kept}</p></section>
<button class="wide">${words.submit(first)}</button>
</form>`;
}

function productsOf(shown: Shown, agent: string): string {
  const { view, entered } = shown;
  const words = SIGN_WORDS[view.language];
  const fault = faultOf(shown, 'products', 'products-hint');
  const items = SOA_PRODUCTS.map((one) => {
    const [name, note] = PRODUCT_WORDS[view.language][one];
    const isOn = entered.products.includes(one) ? ' checked' : '';
    return `<div class="choice"><input type="checkbox" id="${one}" name="products" value="${one}"${isOn}><label for="${one}"><b>${name}</b><span class="meta">${note}</span></label></div>`;
  });
  return `<fieldset id="products" tabindex="-1"${fault.attributes}><legend>${words.products}</legend>
${items.join('\n')}
<p class="meta" id="products-hint">${words.productsHint(agent)}</p>${fault.text}</fieldset>`;
}

/** Lines of points in the box of the contract, kept in the form; a person without a script types. */
const SCRIPT = `(()=>{const pad=document.getElementById('pad'),kept=document.getElementById('drawing'),pen=pad.getContext('2d');
document.getElementById('draw').hidden=false;let lines=[],line=null;
const point=(e)=>{const r=pad.getBoundingClientRect();return[Math.round((e.clientX-r.left)*${SIGNATURE_BOX.width}/r.width*10)/10,Math.round((e.clientY-r.top)*${SIGNATURE_BOX.height}/r.height*10)/10]};
const inside=([x,y])=>x>=0&&y>=0&&x<=${SIGNATURE_BOX.width}&&y<=${SIGNATURE_BOX.height};
const draw=()=>{pen.clearRect(0,0,pad.width,pad.height);pen.lineWidth=2;pen.lineCap=pen.lineJoin='round';pen.strokeStyle=getComputedStyle(pad).color;
for(const points of lines){pen.beginPath();for(const[x,y]of points)pen.lineTo(x,y);if(points.length===1)pen.lineTo(points[0][0]+.1,points[0][1]);pen.stroke()}kept.value=lines.length?JSON.stringify(lines):''};
pad.addEventListener('pointerdown',(e)=>{pad.setPointerCapture(e.pointerId);const p=point(e);if(!inside(p))return;line=[p];lines.push(line);draw();e.preventDefault()});
pad.addEventListener('pointermove',(e)=>{if(!line)return;const p=point(e);if(inside(p)&&lines.flat().length<3900){line.push(p);draw()}});
for(const end of['pointerup','pointercancel'])pad.addEventListener(end,()=>{line=null});
document.getElementById('clear').addEventListener('click',()=>{lines=[];line=null;draw()});
document.querySelector('.faults')?.focus()})();`;

const CSS = [
  'header{border-bottom:1px solid var(--line);background:var(--surface);padding:.75rem 1rem;flex-wrap:wrap}.grow{flex:1 1 auto}@media (max-width:30rem){header .grow{flex-basis:100%}header a{padding-left:0}}',
  'a{color:var(--mark)}header a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .5rem}',
  'a:focus-visible,input:focus-visible,fieldset:focus-visible,.faults:focus-visible{outline:3px solid var(--mark);outline-offset:2px}',
  'h2{margin:1.5rem 0 .25rem;font-size:1rem}p+p{margin-top:.5rem}ul{margin:.25rem 0;padding-left:1.25rem}',
  'fieldset{margin:0 0 1.5rem;padding:0;border:0}legend,label,.label{padding:0;font-weight:600;color:var(--text)}',
  '.choice{display:flex;gap:.75rem;align-items:flex-start;padding:.625rem 0;border-bottom:1px solid var(--line)}',
  '.choice label{flex:1;font-weight:400;min-height:1.5rem}.choice b,.choice .meta{display:block}',
  '.choice input{width:1.5rem;height:1.5rem;margin:0;flex:none;accent-color:var(--fill)}',
  '.meta{font-size:.875rem;color:var(--quiet)}.field{margin:0 0 1.5rem}.field .meta{margin-top:.25rem}',
  '.field input{box-sizing:border-box;width:100%;min-height:3rem;margin-top:.25rem;padding:0 .75rem;border:1px solid var(--quiet);' +
    'border-radius:.375rem;background:var(--bg);color:var(--text);font:inherit}',
  'input[aria-invalid=true]{border-width:2px}.error{margin-top:.25rem;color:var(--text);font-weight:600}.error::before{content:"⚠ "}',
  'form:not(:has(#other:checked)) .representative{display:none}.representative{padding-top:1rem}',
  'canvas{display:block;width:100%;aspect-ratio:320/96;margin-top:.25rem;border:1px solid var(--quiet);border-radius:.375rem;' +
    'background:var(--bg);color:var(--text);touch-action:none}',
  '.row{display:flex;gap:.5rem;align-items:center}button.plain{flex:none;background:none;color:var(--mark)}button.wide{width:100%;min-height:3.25rem}',
  '.faults{margin:1rem 0;padding:1rem;border:2px solid var(--text);border-radius:.375rem}.faults h2{margin:0 0 .25rem}',
  '.legal{margin:0 0 1.5rem}.copy{margin-top:1.5rem}@media (min-width:40rem){main{margin-top:2rem}}',
].join('');
