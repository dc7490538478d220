import { FILTER_OPS_OF } from '#rules/contacts/filter-ops.ts';
import { FIELD_WORD_LIST } from '../words/field-words.ts';
import { phrase } from '../words/phrases.ts';
import { ask, filter, type Rule } from '../reading.ts';

const WITHOUT =
  'no|without|without_a|without_an|without_any|without_their|with_no|with_a_missing|missing|missing_a|missing_an|missing_their|' +
  'missing_the|lacking|lacking_a|lacking_an|lack|lack_a|lack_an|lacks|dont_have|dont_have_a|dont_have_an|dont_have_any|' +
  'doesnt_have|doesnt_have_a|doesnt_have_an|do_not_have|do_not_have_a|do_not_have_an|have_no|has_no|havent_got_a|havent_got_an|' +
  'i_dont_have_a|i_dont_have_an|i_have_no|we_have_no|sin|w_o|blank|empty|need_a|need_an|wo|minus_a|minus_an|where_i_dont_have_a|' +
  'where_i_dont_have_an|with_blank|with_an_empty|with_a_blank|that_need_a|never_got_a|never_got_an';
const WITH =
  'with|with_a|with_an|with_any|with_valid|have|have_a|have_an|has|has_a|has_an|having|having_a|having_an|who_have|that_have|con|got_a|got_an|who_have_a|who_have_an|that_have_a|that_have_an';
const THERE = 'on_file|on_record|listed|set|filled_in|in_the_system|at_all|for_them|on_them|saved|entered';
const BAD = 'bad|invalid|wrong|broken|bounced|bouncing|undeliverable|dead';
const GOOD = 'good|valid|verified|working|deliverable|checked';
const EMAIL = 'email|emails|email_address|email_addresses|e_mail|e_mails|e_mail_address|e_mail_addresses';

const LACKS = phrase(`${WITHOUT} valid|good|working|known? {fields} ${THERE}?`, ({ fields: { fields } }) =>
  fields.every((field) => FILTER_OPS_OF[field].includes('empty'))
    ? fields.map((field) => filter(field, '', 'empty'))
    : null,
);

/** `without a phone`, `no birth date on file`, `with an e-mail`, `untagged`, `bad e-mail addresses`. */
export const MISSING_RULES: readonly Rule[] = [
  { ...LACKS, words: [...LACKS.words, ...FIELD_WORD_LIST] },
  phrase(`{fields} is|are|thats? missing|blank|empty|not_set|unknown`, ({ fields: { fields } }) =>
    fields.every((field) => FILTER_OPS_OF[field].includes('empty'))
      ? fields.map((field) => filter(field, '', 'empty'))
      : null,
  ),
  phrase(`${WITH} {fields} ${THERE}?`, ({ fields: { fields, either } }) =>
    either
      ? [
          ask(
            "I can't search for any one of several fields being filled in. Choose one.",
            fields.map((field) => ({
              label: `With ${field.replaceAll('_', ' ')}`,
              says: `with ${field.replaceAll('_', ' ')}`,
            })),
          ),
        ]
      : fields.every((field) => FILTER_OPS_OF[field].includes('not_empty'))
        ? fields.map((field) => filter(field, '', 'not_empty'))
        : null,
  ),
  phrase('untagged|un_tagged|tagless', () => [filter('tag', '', 'empty')]),
  phrase(`with|with_a|with_an|have_a|has_a|a|an|whose|have|has? ${BAD} ${EMAIL}`, () => [
    filter('email_status', 'invalid'),
  ]),
  phrase(`whose|with_an? ${EMAIL} is|are|thats|bounces|that? ${BAD}|bad`, () => [filter('email_status', 'invalid')]),
  phrase(`with_a|have_a|has_a|a|with|have|has? ${GOOD} ${EMAIL}`, () => [filter('email_status', 'valid')]),
];
