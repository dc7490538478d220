import type { Config } from '../config.ts';

/** Policy of every response that isn't a page: nothing in it may run, load or be framed. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Only the page's own scripts; components may write styles at run time. */
export const pagePolicyOf = ({
  appUrl,
  stripe,
  files,
  twilio,
}: Pick<Config, 'appUrl' | 'stripe' | 'files' | 'twilio'>) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...(stripe ? STRIPE.scripts : [])],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...filesSources(files), ...(stripe ? STRIPE.images : [])],
    fontSrc: ["'self'", 'data:'],
    mediaSrc: ["'self'", 'blob:', ...filesSources(files)],
    workerSrc: ["'self'", 'blob:'],
    connectSrc: [
      "'self'",
      ...apiSources(appUrl),
      ...(stripe ? STRIPE.calls : []),
      ...(twilio?.voice ? [TWILIO_SIGNALLING] : []),
    ],
    ...(stripe && { frameSrc: STRIPE.frames }),
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** Sources of the card form, where configured. Source: docs.stripe.com/security/guide. */
const STRIPE = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
};

/** Its hosts for browsers, one a region; media go past any policy. Source: the SDK's `regions.js`. */
const TWILIO_SIGNALLING = 'wss://*.twilio.com';

/** Host of file bytes, when it is a separate one. */
const filesSources = ({ origin }: Config['files']): string[] => (origin === null ? [] : [origin]);

/** The page's API when it is on a separate host (`http/cross-origin.ts`). */
function apiSources(appUrl: string | null): string[] {
  if (appUrl === null || !appUrl.startsWith('https:')) return [];
  const { host } = new URL(appUrl);
  return [`https://api.${host}`, `wss://api.${host}`];
}
