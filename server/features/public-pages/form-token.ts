import * as z from 'zod/mini';
import { LEAD_BOXES } from '#contract/public-pages.contract.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '#rules/words/page-language.ts';
import type { Seal } from '../../seal.ts';
import type { PageFacts } from './page-facts.ts';

const OWNER = 'webpage-form';

const Form = z.object({
  /** When the page was shown, in ms. */
  at: z.number(),
  accountId: z.number(),
  userId: z.nullable(z.number()),
  kind: z.enum(['agent', 'agency']),
  host: z.string(),
  name: z.string(),
  version: z.string(),
  /** Of the words. Absent: a page of a process before there were others than English. */
  language: z.optional(z.enum(PAGE_LANGUAGES)),
  boxes: z.array(z.object({ box: z.enum(LEAD_BOXES), words: z.string() })),
});
/** Which page a form was on, and the exact words it showed. */
export type ShownForm = z.output<typeof Form>;

/** Sealed, so that a form proves what was shown, also while the database is away. */
export function sealForm(
  seal: Seal,
  { accountId, userId, page, spoken }: PageFacts,
  { host, at, language }: { readonly host: string; readonly at: Date; readonly language: PageLanguage },
): string {
  const { version, boxes } = spoken[language].consent;
  const form: ShownForm = {
    at: at.getTime(),
    accountId,
    userId,
    kind: page.kind,
    host,
    name: page.name,
    version,
    language,
    boxes,
  };
  return seal.seal(JSON.stringify(form), OWNER).toString('base64url');
}

/** `null`: it isn't ours, or was changed. */
export function openForm(seal: Seal, token: string): ShownForm | null {
  try {
    return z.safeParse(Form, JSON.parse(seal.open(Buffer.from(token, 'base64url'), OWNER))).data ?? null;
  } catch {
    return null;
  }
}
