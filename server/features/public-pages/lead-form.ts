import { LEAD_MAX, type LeadBox, type Webpage, type WebpageLead } from '#contract/public-pages.contract.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import { htmlText } from '../mail/html-text.ts';
import { PAGE_WORDS } from './page-words.ts';
import { PARTS, ROUNDS, SALT_CHARACTERS } from './puzzle.ts';

/** Where a page's form is sent. */
export const LEAD_PATH = '/_pages/lead';

/** What was entered before a refusal. */
export type Entered = Omit<WebpageLead, 'agree_call' | 'agree_text' | 'agree_mail'> & {
  readonly agreed: readonly LeadBox[];
  /** Path of the page that the form is on. */
  readonly path: string;
};

export interface ShownErrors {
  readonly language: PageLanguage;
  /** By field; empty: nothing was refused. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

export const BLANK: Entered = {
  first_name: '',
  last_name: '',
  phone: '',
  email: '',
  zip_code: '',
  topic: '',
  message: '',
  agent: '',
  form: '',
  visit: '',
  proof: '',
  website: '',
  agreed: [],
  path: '/',
};

interface Field {
  readonly name: 'first_name' | 'last_name' | 'phone' | 'email' | 'zip_code';
  readonly type: string;
  readonly complete: string;
  readonly max: number;
}

const FIELDS: readonly Field[] = [
  { name: 'first_name', type: 'text', complete: 'given-name', max: LEAD_MAX.name },
  { name: 'last_name', type: 'text', complete: 'family-name', max: LEAD_MAX.name },
  { name: 'phone', type: 'tel', complete: 'tel', max: LEAD_MAX.phone },
  { name: 'zip_code', type: 'text', complete: 'postal-code', max: LEAD_MAX.zip },
  { name: 'email', type: 'email', complete: 'email', max: LEAD_MAX.email },
];

/** The error below a field, and what ties it to the field. */
function faultOf(
  { errors }: Pick<ShownErrors, 'errors'>,
  name: string,
): { readonly attributes: string; readonly text: string } {
  const [error] = errors[name] ?? [];
  if (error === undefined) return { attributes: '', text: '' };
  return {
    attributes: ` aria-invalid="true" aria-describedby="${name}-error"`,
    text: `<p class="error" id="${name}-error">${htmlText(error)}</p>`,
  };
}

function inputOf(entered: Entered, shown: ShownErrors, { name, type, complete, max }: Field): string {
  const label = PAGE_WORDS[shown.language].fields[name];
  const fault = faultOf(shown, name);
  return `<div class="field f-${name}"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" autocomplete="${complete}" maxlength="${max}" value="${htmlText(entered[name])}"${fault.attributes}>${fault.text}</div>`;
}

interface Choice {
  readonly name: 'topic' | 'agent';
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

function selectOf(entered: Entered, shown: ShownErrors, { name, label, options }: Choice): string {
  const fault = faultOf(shown, name);
  const choices = [['', PAGE_WORDS[shown.language].choose] as const, ...options].map(
    ([value, words]) =>
      `<option value="${htmlText(value)}"${value === entered[name] ? ' selected' : ''}>${htmlText(words)}</option>`,
  );
  return `<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}"${fault.attributes}>${choices.join('')}</select>${fault.text}</div>`;
}

function boxOf(entered: Entered, { box, words }: Webpage['consent']['boxes'][number]): string {
  const isOn = entered.agreed.includes(box) ? ' checked' : '';
  return `<div class="choice"><input type="checkbox" id="agree_${box}" name="agree_${box}" value="yes"${isOn}><label for="agree_${box}">${htmlText(words)}</label></div>`;
}

function summaryOf({ errors, language }: ShownErrors): string {
  const items = Object.entries(errors).map(
    ([field, [text = '']]) => `<li><a href="#${htmlText(field)}">${htmlText(text)}</a></li>`,
  );
  if (items.length === 0) return '';
  return `<div class="faults" role="alert" tabindex="-1" autofocus><h3>${PAGE_WORDS[language].check}</h3><ul>${items.join('')}</ul></div>`;
}

interface Form extends ShownErrors {
  readonly consent: Webpage['consent'];
  /** As the page names them, with their words in its language. */
  readonly topics: readonly (readonly [topic: string, words: string])[];
}

/** The form of a page; `FORM_SLOT` stands for the sealed form, another one each second. */
export function leadForm(page: Omit<Webpage, 'form'>, entered: Entered, shown: Form): string {
  const words = PAGE_WORDS[shown.language];
  const first = page.kind === 'agent' ? (page.name.split(' ')[0] ?? page.name) : page.name;
  const message = faultOf(shown, 'message');
  const agents = page.agents.map(({ domain, name }) => [domain, name] as const);
  const to = page.kind === 'agency' && agents.length > 1;
  return `<section class="lead" id="ask" aria-labelledby="ask-title"><h2 id="ask-title">${htmlText(words.ask(first))}</h2>
<p>${words.free}</p>
${summaryOf(shown)}
<form method="post" action="${LEAD_PATH}" novalidate>
<input type="hidden" name="form" value="${FORM_SLOT}"><input type="hidden" name="path" value="${htmlText(entered.path)}"><input type="hidden" name="visit" value="${htmlText(entered.visit)}"><input type="hidden" name="proof" value="${htmlText(entered.proof)}">
<div class="fields">${FIELDS.map((field) => inputOf(entered, shown, field)).join('\n')}</div>
${to ? selectOf(entered, shown, { name: 'agent', label: words.agent, options: agents }) : ''}
${selectOf(entered, shown, { name: 'topic', label: words.topic, options: shown.topics })}
<div class="field"><label for="message">${words.message}</label><textarea id="message" name="message" rows="3" maxlength="${LEAD_MAX.message}"${message.attributes}>
${htmlText(entered.message)}</textarea>${message.text}</div>
<div class="trap" aria-hidden="true"><label for="website">${words.trap}</label><input id="website" name="website" tabindex="-1" autocomplete="off" value="${htmlText(entered.website)}"></div>
<fieldset><legend>${words.boxes}</legend>${shown.consent.boxes.map((box) => boxOf(entered, box)).join('\n')}
<p class="meta">${words.wording(shown.consent.version)}</p></fieldset>
<button id="send">${htmlText(words.send(first))}</button>
<p class="meta">${htmlText(words.unticked(first))}</p>
</form></section>`;
}

/** No text that people enter holds it. */
export const FORM_SLOT = '\u0000form\u0000';

/** Solves the puzzle once someone types, and sends once. Without it, or without its API, the request counts as unproven. */
export const SCRIPT = `(()=>{const f=document.querySelector('form'),e=f.elements,b=document.getElementById('send');let sent=0,busy;
e.visit.value=crypto.randomUUID?crypto.randomUUID():Date.now()+'-'+Math.random();e.proof.value='';
const solve=()=>busy??=(async()=>{try{const t=new TextEncoder(),salt=t.encode(e.form.value.slice(0,${SALT_CHARACTERS})+'.'+e.visit.value),out=[];
for(let i=0;i<${PARTS};i++)for(let n=0;;n++){const k=await crypto.subtle.importKey('raw',t.encode(i+':'+n),'PBKDF2',false,['deriveBits']);
if(!new Uint8Array(await crypto.subtle.deriveBits({name:'PBKDF2',hash:'SHA-256',salt,iterations:${ROUNDS}},k,32))[0]){out.push(n);break}}
e.proof.value=out.join(',')}catch{}})();
f.addEventListener('input',solve,{once:true});
f.addEventListener('submit',(v)=>{v.preventDefault();if(sent)return;sent=1;b.setAttribute('aria-disabled','true');
Promise.race([solve(),new Promise((r)=>setTimeout(r,4000))]).then(()=>f.submit())});
addEventListener('pageshow',()=>{sent=0;b.removeAttribute('aria-disabled')});
document.querySelector('.faults')?.focus()})();`;
