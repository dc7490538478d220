import { phrase } from '../words/phrases.ts';
import { filter, type Rule, set } from '../reading.ts';
import { saidBetween } from '../answer/said-words.ts';

/** `who work at Dell`, `employed by the school district`. */
const EMPLOYED = phrase('that|who|which? works|work|working|worked|employed|employees at|for|by|of|in', () => []);
const COMPANY_NAME = phrase('from|with|in|at? the? company|employer is|named|called?', () => []);

const COMPANY_RULE: Rule = {
  words: [...EMPLOYED.words, ...COMPANY_NAME.words],
  read: (text, at) => {
    const lead = EMPLOYED.read(text, at) ?? COMPANY_NAME.read(text, at);
    if (lead === null) return null;
    let to = lead.to;
    while (to < lead.to + 4) {
      const word = text.words[to];
      if (!word || word.afterBreak || (text.isKnown(word.text) && !word.joined)) break;
      to += 1;
    }
    const said = saidBetween(text.sentence, text.words, lead.to, to);
    return to > lead.to ? { to, parts: [filter('company', said)] } : null;
  },
};

const SAME =
  'with|having|that_have|who_have|sharing|by|on|of? the|a? same|matching|matching_on|matched_on|identical|duplicate|shared';
const DUPLICATES =
  'possible|potential|likely|suspected|any? duplicates|duplicate|dupes|dups|dupe|duplicate_contacts|duplicated people|persons|contacts|records|entries?';
const first = 'first_name|first_names';
const last = 'last_name|last_names|surname|name';
const address = 'address|addresses|street_address|home_address|household';

const duplicates = (same: { first_name?: true; last_name?: true; address?: true }) => [
  set({ duplicate: { is_duplicate: true, ...same } }),
];

/** `possible duplicates with the same last name and address`. */
const DUPLICATE_RULES: readonly Rule[] = [
  phrase(`${DUPLICATES}`, () => duplicates({})),
  phrase(`${DUPLICATES} ${SAME} ${first}`, () => duplicates({ first_name: true })),
  phrase(`${DUPLICATES} ${SAME} ${last}`, () => duplicates({ last_name: true })),
  phrase(`${DUPLICATES} ${SAME} ${address}`, () => duplicates({ address: true })),
  phrase(`${DUPLICATES} ${SAME} ${first} and ${SAME}? ${last}`, () =>
    duplicates({ first_name: true, last_name: true }),
  ),
  phrase(`${DUPLICATES} ${SAME} ${last} and ${SAME}? ${first}`, () =>
    duplicates({ first_name: true, last_name: true }),
  ),
  phrase(`${DUPLICATES} ${SAME} first_and_last_name|full_name|first_and_last_names`, () =>
    duplicates({ first_name: true, last_name: true }),
  ),
  phrase(`${DUPLICATES} ${SAME} ${last} and ${SAME}? ${address}`, () => duplicates({ last_name: true, address: true })),
  phrase(`${DUPLICATES} ${SAME} ${address} and ${SAME}? ${last}`, () => duplicates({ last_name: true, address: true })),
  phrase(`${DUPLICATES} ${SAME} ${first} and ${SAME}? ${address}`, () =>
    duplicates({ first_name: true, address: true }),
  ),
  phrase(`${DUPLICATES} ${SAME} ${address} and ${SAME}? ${first}`, () =>
    duplicates({ first_name: true, address: true }),
  ),
];

/** The purpose does not select contacts: `for the cards`, `for my mailing`. */
const PURPOSE_RULE = phrase(
  'for|to_send the|a|my|our|this|some? birthday|christmas|holiday|mail|calling|call|phone? cards|card|mailing|mailer|mailers|campaign|letters|letter|blast|list|call_list|report|meeting|newsletter|flyer|flyers|calls|outreach|dialer|event_invites|invites|review|reviews|call_block|calling_block|email_blast|drip|postcard|postcards|email|text_blast|export|spreadsheet|print|phone_time|dial_session',
  () => [],
);

export const OTHER_RULES: readonly Rule[] = [COMPANY_RULE, ...DUPLICATE_RULES, PURPOSE_RULE];
