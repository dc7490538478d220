import { assign, setup } from 'xstate';
import type { FeatureName, Permission } from '#contract/access.contract.ts';
import { type Debt, type DebtFacts, debtsOf } from '#rules/access/debts.ts';
import { isPublicPath, pageGateOf, settledAt } from '#rules/access/pages.ts';
import { type Detour, detourOf, detourTo, isOwnPath, type PageDebt } from './detour.ts';

/**
 * Decides whether a page may open. Runs through in one step, guard after guard in the order of the specification, and
 * ends with a decision; it loads and remembers nothing.
 *
 *   publicity → session → detour → paid → password → twoFactor → permission → allowed
 *       └─────────┴────────┴───────┴────────┴──────────┴──→ redirected   └──→ refused
 *
 * A user who was redirected to settle an obligation is led back to the page they wanted afterwards.
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
    hasSettled: ({ context }) => {
      const detour = detourIn(context);
      return detour !== null && isDebtPage(pathOf(context.href)) && !owes(context, detour.why);
    },
    isProfile: ({ context }) => isProfile(pathOf(context.href)),
    owesPayment: ({ context }) => owes(context, 'payment') && !isBilling(pathOf(context.href)),
    owesPassword: ({ context }) => owes(context, 'password'),
    owesTwoFactor: ({ context }) => owes(context, 'two_factor') && !isBilling(pathOf(context.href)),
    isNotTheirs: ({ context }) => obstacleOf(context) !== null,
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
      always: [{ guard: 'isSignedOut', target: 'signInDue' }, 'detour'],
    },
    detour: {
      always: [{ guard: 'hasSettled', target: 'settled' }, { guard: 'isProfile', target: 'allowed' }, 'paid'],
    },
    paid: { always: [{ guard: 'owesPayment', target: 'paymentDue' }, 'password'] },
    password: { always: [{ guard: 'owesPassword', target: 'passwordDue' }, 'twoFactor'] },
    twoFactor: { always: [{ guard: 'owesTwoFactor', target: 'twoFactorDue' }, 'permission'] },
    permission: { always: [{ guard: 'isNotTheirs', target: 'refused' }, 'allowed'] },
    allowed: { type: 'final' },
    signedInAlready: { type: 'final', entry: { type: 'decide', params: { outcome: 'signedInAlready' } } },
    settled: { type: 'final', entry: { type: 'decide', params: { outcome: 'settled' } } },
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

/** Facts about the current user that the guards need. */
export interface GuardFacts extends DebtFacts {
  readonly permissions: readonly Permission[];
  /** Features that are not there for them, with the reason. */
  readonly closed: Partial<Readonly<Record<FeatureName, string>>>;
}

interface GuardInput {
  /** Path with its query. */
  readonly href: string;
  /** `null`: no one is signed in, or the user is unknown. */
  readonly facts: GuardFacts | null;
  /** The person has just signed out: where they were is not remembered. */
  readonly leftByWill: boolean;
  /** Origin of an earlier redirect, when the address no longer tells. `null`: none. */
  readonly detour: Detour | null;
}

const BILLING = '/billing';
const PROFILE = '/account/profile';

const isSignInPath = (path: string): boolean => path === '/login' || path === '/login-app';
const isBilling = (path: string): boolean => settledAt(path) === 'payment';
const isProfile = (path: string): boolean => settledAt(path) === 'identity';

export const pathOf = (href: string): string => href.split(/[?#]/u, 1)[0] ?? '/';

/** Pages on which something owed is settled. */
export const isDebtPage = (path: string): boolean => settledAt(path) !== undefined;

const detourIn = ({ href, detour }: GuardInput): Detour | null => detourOf(href) ?? detour;

const owes = ({ facts }: Pick<GuardInput, 'facts'>, debt: Debt): boolean =>
  facts !== null && debtsOf(facts).includes(debt);

/** Reason why a page is refused. `null`: allowed. */
function obstacleOf({ href, facts }: Pick<GuardInput, 'href' | 'facts'>): string | null {
  const path = pathOf(href);
  const gate = pageGateOf(path);
  if (gate === undefined || facts === null) return null;
  if (!facts.permissions.includes(gate.permission)) return gate.reason;
  return gate.feature === undefined ? null : (facts.closed[gate.feature] ?? null);
}

type Outcome = 'signedInAlready' | 'settled' | 'signInDue' | 'paymentDue' | 'passwordDue' | 'twoFactorDue' | 'refused';

function decisionOf(context: GuardInput, outcome: Outcome): Decision {
  const { href, leftByWill } = context;
  const owing = (why: PageDebt, page: string, reason: string): Decision => ({
    kind: 'redirected',
    to: detourTo(page, { why, back: href }),
    reason,
  });
  switch (outcome) {
    case 'signedInAlready':
      return { kind: 'redirected', to: rememberedPath(href) ?? '/', reason: 'already signed in' };
    case 'signInDue':
      return { kind: 'redirected', to: signInPath(href, leftByWill), reason: 'no session' };
    case 'settled':
      return { kind: 'redirected', to: detourIn(context)?.back ?? '/', reason: 'what was owed is settled' };
    case 'paymentDue':
      return owing('payment', BILLING, 'the account is not paid');
    case 'passwordDue':
      return owing('password', `${PROFILE}?tab=password`, 'the password must be changed');
    case 'twoFactorDue':
      return owing('two_factor', `${PROFILE}?tab=two_factor`, 'two-factor must be set up');
    case 'refused':
      return { kind: 'refused', reason: obstacleOf(context) ?? '' };
  }
}

/** A path that contained /contacts is remembered (core §2). */
const signInPath = (href: string, leftByWill: boolean): string =>
  href.includes('/contacts') && !leftByWill ? `/login?redirect=${encodeURIComponent(href)}` : '/login';

/** The remembered path of a sign-in page; only a path of this app that contains /contacts counts. */
function rememberedPath(href: string): string | null {
  const redirect = new URLSearchParams(href.split('?', 2)[1] ?? '').get('redirect') ?? '';
  return isOwnPath(redirect) && redirect.includes('/contacts') ? redirect : null;
}
