import { type FeatureName, type Role, ROLES } from '#contract/access.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { kindOf, type Verdict, type Words } from './kinds.ts';
import type { Actor, Relation, Window } from './matrix-world.ts';
import type { Target } from './places.ts';

/** One question that the matrix asks. */
export interface Cell {
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  /** `null`: the endpoint names nothing. */
  readonly target: Target | null;
  readonly relation: Relation | null;
  readonly window: Window;
  /** Request fields other than ids, if the response depends on them. */
  readonly words: Words;
}

export interface Expected {
  /** Stands for the cell in the report. */
  readonly because: string;
  readonly statuses: readonly number[];
  /** Code of the refusal; `null` for any. */
  readonly code: string | null;
  /** `null` when no request got as far as a thing. */
  readonly verdict: Verdict | null;
}

const refusal = (because: string, status: number, code: string): Expected => ({
  because,
  statuses: [status],
  code,
  verdict: null,
});

/** Status of a permitted request; 409 when the thing's state forbids it now. */
const EFFECT = [200, 201, 204, 409];

/** Other statuses of permitted requests here, each with the reason. */
const ALSO: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  grantAccountAccess: [422, 'No one of another agency has that name.'],
  confirmIdentity: [422, 'The password is not theirs.'],
  exportContacts: [429, 'Others of the business unit are at it: the cells go side by side.'],
  enableTwoFactor: [422, 'No app knows the seed.'],
  generateQr: [422, 'Two-factor may be on already.'],
  updateNumber: [422, 'The number is not theirs.'],
  receiveLead: [403, 'Vendors send leads with a key.'],
  revealSecurity: [404, 'A deleted contact is named with a security of another one.'],
  updatePlan: [422, 'Nobody expects that price.'],
  subscribeMaxPlus: [422, 'An administrator included it free of charge.'],
  bulkSubscribeMaxPlus: [422, 'An administrator included it free of charge.'],
  cancelMaxPlus: [409, 'Nobody pays for it.'],
  createStoreOrder: [422, 'The total is another one, and there is no card.'],
  purchasePhoneNumber: [422, 'The number is none, and there is no card.'],
  leaveIdentity: [404, 'Nothing made here lies right below the top of a stack.'],
  showConversation: [422, 'It names neither a contact nor a conversation.'],
  sendMessage: [422, 'It names neither a contact nor a number.'],
  saveDraft: [422, 'It names neither a contact nor a conversation.'],
  readCampaignTriggerFile: [404, 'The triggers made here have no file.'],
  ...Object.fromEntries(
    ['Sms', 'Dialer'].flatMap((kind) => [
      [`preview${kind}Subscription`, [422, 'It names neither a plan nor a subscription.']],
      [`update${kind}License`, [422, 'They may have a license already.']],
      [`createAccount${kind}Subscription`, [403, 'A card is charged by its owner alone.']],
    ]),
  ),
};

/** Reviewed: endpoints without any permitted request here, and what they need. Their own tests cover them. */
export const NEVER_THROUGH: Readonly<Record<string, string>> = {
  grantAccountAccess: 'The name of someone of another agency: tests/account-access/.',
  createWebpageLead: 'A page by its name, not by an id: tests/public-pages/.',
  readWebpage: 'A page by its name, not by an id: tests/public-pages/.',
  receiveLead: 'The key of a vendor: tests/vendor-leads/.',
  leaveIdentity: 'A stack of the very session that asks.',
  ...Object.fromEntries(
    ['Sms', 'Dialer'].flatMap((kind) =>
      [
        `update${kind}Subscription`,
        `cancel${kind}Subscription`,
        `order${kind}Licenses`,
        `activate${kind}Subscription`,
        `cancelAccount${kind}Subscription`,
        `createAccount${kind}Order`,
      ].map((name) => [name, 'A subscription that is live: those made here have ended.']),
    ),
  ),
  ...Object.fromEntries(['Sms', 'Dialer'].map((kind) => [`cancelAccount${kind}Order`, 'A renewal that has failed.'])),
  createStoreOrder: 'The total that was shown, and a card or money.',
  purchasePhoneNumber: 'A number that is for sale, and a card or money.',
  undoAssignToMe: 'A contact that they have taken from somebody.',
  subscribeMaxPlus: 'A card on file, and no plan that an administrator included.',
  bulkSubscribeMaxPlus: 'A card on file, and people without a plan that an administrator included.',
  cancelMaxPlus: 'A subscription of their own.',
  confirmIdentity: 'The password.',
  enableTwoFactor: 'A code of the app.',
  renewRecoveryCodes: 'Two-factor that is on.',
  resetPasswordByToken: 'The token of a mail.',
  updateNumber: 'A number of their own.',
  startDialSession: 'PhoneBurner, and a contact that may be called.',
  sendOtp: 'A challenge between password and session.',
  readDemoWorld: 'A supervisor above the server.',
  commandDemoWorld: 'A supervisor above the server.',
  readCampaignTriggerFile: 'A trigger with a file.',
  printMailerKit: 'A kit whose contacts are not printed yet.',
  submitCampaign: 'A brand that carriers have approved.',
  sendTestSms: 'A phone number in their profile.',
  signIn: 'The password.',
  signInBySso: 'An identity provider.',
  startSso: 'An identity provider.',
  openFireLight: 'A server that has FireLight.',
  markAftercareStep: 'A family that is enrolled.',
  withdrawFromAftercare: 'A family that is enrolled.',
  viewSoaRequest: 'The secret of a link.',
  submitSoaRequest: 'The secret of a link.',
};

/** Pool holders are basic users, too. */
const NOT_BASIC = ROLES.filter((role) => role !== 'basic' && role !== 'pool_holder');

/** Reviewed: features that some users lack in this world, and the account types that have them. */
const FEATURE_OF: Readonly<Partial<Record<FeatureName, readonly Role[]>>> = {
  'contact-merge': ['admin', 'sub_admin'],
  'contact-api-vendor': ['admin', 'sub_admin'],
  'contact-permissions': NOT_BASIC,
  'mailer-assignment': ['admin', 'sub_admin', 'manager'],
  reports: NOT_BASIC,
  messages: NOT_BASIC,
  wallets: NOT_BASIC,
  soa: NOT_BASIC,
  workflows: NOT_BASIC,
  'marketing-profile': NOT_BASIC,
};

/** Reviewed: charges the caller's own card, besides needing a permission. */
const BY_ONESELF: readonly string[] = ['bulkSubscribeMaxPlus'];

const hasFeature = ({ feature }: Endpoint, { type }: Actor): boolean => {
  const types: readonly string[] | undefined = feature === null ? undefined : FEATURE_OF[feature];
  return types === undefined || types.includes(type);
};

/** Expected result according to the contract, the rules and the kinds. */
export function expected({ endpoint, actor, target, relation, window, words }: Cell): Expected {
  const { access, sudo, effect } = endpoint;
  if (access === 'public') return { because: 'public', statuses: [], code: null, verdict: null };
  if (actor.by === 'nobody') return refusal('nobody is signed in', 401, 'no_session');
  const denied = (because: string) => refusal(because, 403, 'access_denied');
  if (access === 'self' && actor.by !== 'session') return denied('only for oneself');
  if (BY_ONESELF.includes(endpoint.name) && actor.by !== 'session' && actor.permissions.includes('wallets.manage'))
    return denied('only for oneself');
  if (access === 'signedIn' && actor.by === 'key' && effect === 'write') return denied('not with a key');
  if (access !== 'self' && access !== 'signedIn' && !actor.permissions.includes(access))
    return denied(`lacks ${access}`);
  if (!hasFeature(endpoint, actor)) return denied(`has no ${endpoint.feature}`);
  if (sudo !== false && !isProven(actor, sudo, window)) return refusal('no proof of identity', 403, 'sudo_required');
  const also = ALSO[endpoint.name]?.[0];
  const through = also === undefined ? EFFECT : [...EFFECT, also];
  if (target === null || relation === null) return { because: 'may', statuses: through, code: null, verdict: 'open' };
  const verdict = kindOf(target.kind).verdict({ actor, relation, endpoint, words });
  const because = `${target.kind} ${verdict}`;
  if (verdict === 'open') return { because, statuses: through, code: null, verdict };
  if (verdict === 'refused') return { because, statuses: [403], code: 'access_denied', verdict };
  return { because, statuses: [target.absent], code: null, verdict };
}

/** A key can't re-authenticate, and while acting only the signed-in user's re-authentication counts, for `signer`. */
function isProven({ by }: Actor, sudo: Endpoint['sudo'], window: Window): boolean {
  if (by === 'key' || window === 'closed') return false;
  return by === 'session' || sudo === 'signer';
}
