import { assign, setup } from 'xstate';
import type { Permission } from '#contract/access.contract.ts';

/**
 * Whether a page may open. Runs through within one step, guard after guard in the order of the specification, and
 * ends with a decision; it loads nothing and remembers nothing.
 *
 *   publicity → session → paid → password → twoFactor → permission → allowed
 *       └─────────┴────────┴────────┴──────────┴──→ redirected   └──→ refused
 */
export const routeGuardMachine = setup({
  types: {
    input: {} as GuardInput,
    context: {} as GuardInput & { decision: Decision },
    events: {} as { type: 'never' },
    output: {} as Decision,
  },
  actions: {
    decide: assign({ decision: ({ context }, params: { outcome: Outcome }) => decisionOf(context, params.outcome) }),
  },
  guards: {
    leadsNowhere: ({ context }) => isSignInPath(pathOf(context.href)) && context.facts !== null,
    isPublic: ({ context }) => isPublicPath(pathOf(context.href)),
    isSignedOut: ({ context }) => context.facts === null,
    isProfile: ({ context }) => pathOf(context.href) === PROFILE,
    owesPayment: ({ context: { facts, href } }) =>
      facts !== null && facts.pages.includes(BILLING) && !facts.isPaid && !isBilling(pathOf(href)),
    owesPassword: ({ context: { facts } }) =>
      facts !== null && facts.pages.includes(PROFILE) && facts.mustChangePassword,
    owesTwoFactor: ({ context: { facts, href } }) =>
      facts !== null &&
      facts.pages.includes(PROFILE) &&
      facts.mustEnrolTwoFactor &&
      !facts.actsForSomebody &&
      !isBilling(pathOf(href)),
    lacksPermission: ({ context: { facts, href } }) => {
      const needed = permissionFor(pathOf(href));
      return needed !== null && !facts?.permissions.includes(needed.permission);
    },
  },
}).createMachine({
  id: 'route-guard',
  context: ({ input }) => ({ ...input, decision: { kind: 'allowed' } }),
  initial: 'publicity',
  output: ({ context }) => context.decision,
  states: {
    publicity: {
      always: [
        { guard: 'leadsNowhere', target: 'signedInAlready' },
        { guard: 'isPublic', target: 'allowed' },
        'session',
      ],
    },
    session: {
      always: [{ guard: 'isSignedOut', target: 'signInDue' }, { guard: 'isProfile', target: 'allowed' }, 'paid'],
    },
    paid: { always: [{ guard: 'owesPayment', target: 'paymentDue' }, 'password'] },
    password: { always: [{ guard: 'owesPassword', target: 'passwordDue' }, 'twoFactor'] },
    twoFactor: { always: [{ guard: 'owesTwoFactor', target: 'twoFactorDue' }, 'permission'] },
    permission: { always: [{ guard: 'lacksPermission', target: 'refused' }, 'allowed'] },
    allowed: { type: 'final' },
    signedInAlready: { type: 'final', entry: { type: 'decide', params: { outcome: 'signedInAlready' } } },
    signInDue: { type: 'final', entry: { type: 'decide', params: { outcome: 'signInDue' } } },
    paymentDue: { type: 'final', entry: { type: 'decide', params: { outcome: 'paymentDue' } } },
    passwordDue: { type: 'final', entry: { type: 'decide', params: { outcome: 'passwordDue' } } },
    twoFactorDue: { type: 'final', entry: { type: 'decide', params: { outcome: 'twoFactorDue' } } },
    refused: { type: 'final', entry: { type: 'decide', params: { outcome: 'refused' } } },
  },
});

export type Decision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'redirected'; readonly to: string; readonly reason: string }
  /** The page is not for this person; it stays where it is and says so. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What the guards know about whoever is signed in. */
export interface GuardFacts {
  readonly isPaid: boolean;
  readonly mustChangePassword: boolean;
  /** Two-factor is required and not set up. */
  readonly mustEnrolTwoFactor: boolean;
  /** Impersonating, or signed in as another by an admin. */
  readonly actsForSomebody: boolean;
  readonly permissions: readonly Permission[];
  /** Pages that exist: a guard whose page is missing stays silent. */
  readonly pages: readonly string[];
}

interface GuardInput {
  /** Path with its query. */
  readonly href: string;
  /** `null`: nobody is signed in, or nobody asked. */
  readonly facts: GuardFacts | null;
  /** The person has just signed out: where they were is not remembered. */
  readonly leftByWill: boolean;
}

const BILLING = '/billing';
const PROFILE = '/account/profile';

/** Public routes of core §2; they load neither user nor account nor the live connection. */
const PUBLIC = ['/login', '/login-app', '/reset-password', '/contact-us', '/privacy-policy', '/terms-of-use'];

export const isPublicPath = (path: string): boolean => PUBLIC.includes(path);

const isSignInPath = (path: string): boolean => path === '/login' || path === '/login-app';
const isBilling = (path: string): boolean => path === BILLING || path.startsWith(`${BILLING}/`);
const pathOf = (href: string): string => href.split(/[?#]/u, 1)[0] ?? '/';

const GATED: readonly { path: string; permission: Permission; reason: string }[] = [
  { path: '/contacts', permission: 'contacts.read', reason: 'Your role does not include contacts.' },
  { path: '/imports', permission: 'imports.run', reason: 'Your role does not include imports.' },
  { path: '/live', permission: 'live.watch', reason: 'The live page is for those who lead others.' },
  { path: '/outbox', permission: 'mail.readOutbox', reason: 'The outbox is for administrators.' },
];

const permissionFor = (path: string) =>
  GATED.find((gate) => path === gate.path || path.startsWith(`${gate.path}/`)) ?? null;

type Outcome = 'signedInAlready' | 'signInDue' | 'paymentDue' | 'passwordDue' | 'twoFactorDue' | 'refused';

function decisionOf({ href, leftByWill }: GuardInput, outcome: Outcome): Decision {
  switch (outcome) {
    case 'signedInAlready':
      return { kind: 'redirected', to: rememberedPath(href) ?? '/', reason: 'already signed in' };
    case 'signInDue':
      return { kind: 'redirected', to: signInPath(href, leftByWill), reason: 'no session' };
    case 'paymentDue':
      return { kind: 'redirected', to: BILLING, reason: 'the account is not paid' };
    case 'passwordDue':
      return { kind: 'redirected', to: `${PROFILE}?tab=password`, reason: 'the password must be changed' };
    case 'twoFactorDue':
      return { kind: 'redirected', to: `${PROFILE}?tab=two_factor`, reason: 'two-factor must be set up' };
    case 'refused':
      return { kind: 'refused', reason: permissionFor(pathOf(href))?.reason ?? '' };
  }
}

/** A path that contained /contacts is remembered (core §2). */
const signInPath = (href: string, leftByWill: boolean): string =>
  href.includes('/contacts') && !leftByWill ? `/login?redirect=${encodeURIComponent(href)}` : '/login';

/** The remembered path of a sign-in page; only a path of this app that contains /contacts counts. */
function rememberedPath(href: string): string | null {
  const redirect = new URLSearchParams(href.split('?', 2)[1] ?? '').get('redirect') ?? '';
  return /^\/(?![/\\])/u.test(redirect) && redirect.includes('/contacts') ? redirect : null;
}
