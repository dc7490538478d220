const SUFFIX = /^(jr|sr|ii|iii|iv|v|md|esq|phd)\.?$/i;
const TITLE = /^(mr|mrs|ms|miss|dr|rev|hon)\.?$/i;
/** Words that belong to the last name that follows them. */
const PARTICLE = /^(de|del|la|las|los|van|von|der|den|da|dos|di|st\.?|mc|mac|bin|al|el|le|du)$/i;

/** First and last name of a name in one cell: `Ana María de la Cruz`, `Smith, John A.`, `Dr. Jane Doe Jr.` */
export function splitFullName(written: string): { first_name: string; last_name: string } {
  const comma = written.indexOf(',');
  if (comma > 0) {
    const before = written.slice(0, comma).trim();
    const after = written.slice(comma + 1).trim();
    if (after !== '' && !SUFFIX.test(after)) return { first_name: withoutTitle(after), last_name: before };
  }
  const words = withoutTitle(written.replaceAll(',', ' ')).split(/\s+/).filter(Boolean);
  if (words.length < 2) return { first_name: words[0] ?? '', last_name: '' };
  let start = words.length - 1;
  if (start > 1 && SUFFIX.test(words[start] ?? '')) start -= 1;
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start -= 1;
  return { first_name: words.slice(0, start).join(' '), last_name: words.slice(start).join(' ') };
}

function withoutTitle(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.length > 1 && TITLE.test(words[0] ?? '') ? words.slice(1).join(' ') : words.join(' ');
}

const ASCII = /^[ -~]*$/;

/** A name as people compare it: without accents, capitals and punctuation. "O’Brien" and "OBRIEN" are the same. */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
