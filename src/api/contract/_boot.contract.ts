import * as z from 'zod/mini';

/** Start data that the server writes into the page (a JSON block with the id `boot`), so that no request is needed. */
export const Boot = z.object({
  /** A folder of `src/brands`. */
  brand: z.string(),
  app_env: z.enum(['development', 'demo', 'stage', 'production']),
  version: z.string(),
  /** Colors of the brand, a style sheet, and the hex color of its icon. */
  styles: z.string(),
  icon_color: z.string(),
  /** `null` outside demo and development. */
  demo: z.nullable(
    z.object({ password: z.string(), people: z.array(z.object({ username: z.string(), about: z.string() })) }),
  ),
  /** Sign-in at an identity provider, and the words on its button; `null`: there is none. */
  sso: z.nullable(z.object({ label: z.string() })),
  /** Milliseconds that the demo clock is ahead of the real one; absent: it shows real time. */
  clock_ahead_ms: z.optional(z.number()),
  /** Settings with the id of a provider that the page's policy lets in; absent: none. */
  third_parties: z.optional(z.array(z.string())),
});
export type Boot = z.output<typeof Boot>;
