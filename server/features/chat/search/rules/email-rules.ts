import { phrase } from '../words/phrases.ts';
import { filter, type Rule } from '../reading.ts';
import { isNameLike } from './name-rules.ts';

const EMAIL = 'email|emails|email_address|email_addresses|e_mail|e_mails|e_mail_address|e_mail_addresses|addresses';
const LEAD = phrase(
  `with|have|has|whose|an|a? ${EMAIL} that|which? has|have|contain|contains|containing|include|includes|including|at|on|ending_in|ends_in|end_in|from`,
  () => [],
);
const TAIL = phrase('com|net|org? in_them|in_it|in_the_address|somewhere', () => []);
const PROVIDERS = 'gmail|yahoo|hotmail|aol|outlook|icloud|comcast|msn|verizon|sbcglobal|bellsouth|protonmail|att|live';

/** `e-mails that have yahoo in them`, `with a gmail address`. */
const CONTAINS_RULE: Rule = {
  words: LEAD.words,
  read: (text, at) => {
    const found = LEAD.read(text, at);
    const word = found && text.words[found.to];
    if (!found || !word || word.afterBreak || !isNameLike(word.said)) return null;
    if (text.isKnown(word.text) && !PROVIDERS.split('|').includes(word.text)) return null;
    const tail = TAIL.read(text, found.to + 1)?.to ?? found.to + 1;
    const dot = text.sentence[word.to] === '.' && /^(?:com|net|org)$/.test(text.words[found.to + 1]?.text ?? '');
    const domain = dot ? `.${text.words[found.to + 1]?.text ?? ''}` : '';
    return { to: tail, parts: [filter('email', `${word.text}${domain}`, 'contains')] };
  },
};

export const EMAIL_RULES: readonly Rule[] = [
  CONTAINS_RULE,
  ...PROVIDERS.split('|').map((provider) =>
    phrase(
      `with|have|has|on|using? a|an|their? ${provider} email|emails|e_mail|e_mails|address|addresses|account|accounts`,
      () => [filter('email', provider, 'contains')],
    ),
  ),
];
