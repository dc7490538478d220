import { normalPassword, repeatedPart } from '#rules/access/password.ts';

let known: Promise<ReadonlySet<string>> | null = null;

// Read at the first new password: the list is big, and most processes never need it.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** True for one of the most common passwords, alone or repeated, with other characters around it. */
export async function isCommon(password: string): Promise<boolean> {
  const common = await (known ??= load());
  const lower = normalPassword(password).toLowerCase();
  const bare = lower.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return [lower, bare, repeatedPart(lower), repeatedPart(bare)].some((text) => common.has(text));
}
