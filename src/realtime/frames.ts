import * as z from 'zod/mini';

/** What the server of Action Cable says. Everything else on the line is ignored, as the protocol has it. */
export const Frame = z.union([
  z.object({ type: z.literal('welcome') }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('confirm_subscription'), identifier: z.string() }),
  z.object({ type: z.literal('reject_subscription'), identifier: z.string() }),
  z.object({ type: z.literal('disconnect'), reason: z.nullish(z.string()), reconnect: z.optional(z.boolean()) }),
  z.object({ type: z.optional(z.undefined()), identifier: z.string(), message: z.unknown() }),
]);
export type Frame = z.output<typeof Frame>;

/** `null` for text that is no frame. */
export function frameOf(text: string): Frame | null {
  try {
    return z.safeParse(Frame, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What the client may say. */
export type Command =
  | { readonly command: 'subscribe' | 'unsubscribe'; readonly identifier: string }
  | { readonly command: 'message'; readonly identifier: string; readonly data: string };
