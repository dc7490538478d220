/** Characters of an address at most. Source: RFC 5321, 4.5.3.1.3. */
export const EMAIL_MAX = 254;

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Returns whether the text has the form of an e-mail address; not whether anyone reads there. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, labels] = [text.slice(0, at), text.slice(at + 1).split('.')];
  if (at < 1 || at > 64 || text.length > EMAIL_MAX || !LOCAL.test(local)) return false;
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
