import * as z from 'zod/mini';
import { LEAD_BOXES } from '#contract/public-pages.contract.ts';
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
  boxes: z.array(z.object({ box: z.enum(LEAD_BOXES), words: z.string() })),
});
/** Which page a form was on, and the exact words it showed. */
export type ShownForm = z.output<typeof Form>;

/** Sealed, so that a form proves what was shown, also while the database is away. */
export function sealForm(seal: Seal, { accountId, userId, page }: PageFacts, host: string, at: Date): string {
  const form: ShownForm = {
    at: at.getTime(),
    accountId,
    userId,
    kind: page.kind,
    host,
    name: page.name,
    version: page.consent.version,
    boxes: page.consent.boxes,
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
