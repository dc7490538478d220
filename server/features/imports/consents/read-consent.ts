import type { OptOutChannel } from '#contract/bulk.contract.ts';
import type { ConsentField } from '#contract/imports/consent-columns.contract.ts';
import { readConsentWord, yesMeans } from '#rules/imports/consent-cells.ts';
import { readDate } from '../cells/read-cell.ts';
import { named, NOTHING, problem, quoted, type Reader } from '../cells/read-field.ts';

const CHANNELS: Readonly<Record<ConsentField, OptOutChannel>> = {
  consent_call: 'call',
  consent_text: 'text',
  consent_mail: 'mail',
  do_not_call: 'call',
};

/** Below an opt-out header, a no is silence: someone who hasn't opted out has agreed to nothing by that. */
const reader =
  (field: ConsentField): Reader =>
  (text, reading, { label = '', dateOrder }) => {
    const word = readConsentWord(text);
    if (word === null && NOTHING.test(text)) return null;
    const on = word === null ? readDate(text, reading.rules.today, dateOrder) : null;
    if (word === null && on === null)
      return problem('value_unknown', field, `${named(field)} ${quoted(text)} is unknown.`);
    const yes = field === 'do_not_call' ? 'out' : yesMeans(label);
    if (yes === null && word !== 'in' && word !== 'out') {
      return problem('value_unknown', field, `${quoted(text)} below ${quoted(label)} can be an opt-in or an opt-out.`);
    }
    const no = yes === 'in' ? 'out' : null;
    const says = word === 'in' || word === 'out' ? word : word === 'no' ? no : yes;
    if (says === null || (says === 'in' && field === 'do_not_call')) return null;
    if (says === 'in' && on !== null && on > reading.rules.today) {
      return problem('date_unreadable', field, `${named(field)} ${quoted(text)} is in the future.`);
    }
    (reading.consents ??= []).push({ channel: CHANNELS[field], says, on, label, text });
    return null;
  };

export const CONSENT_READERS: Readonly<Record<ConsentField, Reader>> = {
  consent_call: reader('consent_call'),
  consent_text: reader('consent_text'),
  consent_mail: reader('consent_mail'),
  do_not_call: reader('do_not_call'),
};
