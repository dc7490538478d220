import { application } from './application-thing.ts';
import type { Role } from '#contract/access.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { flagsOf, rolesOf } from '#rules/access/account-type.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { RESOURCE_SPECS, RESOURCES, type ResourceSpec } from './resources.ts';
import { broadcast } from './broadcast-thing.ts';
import { erasure } from './erasure-thing.ts';
import { notification } from './notification-thing.ts';
import * as sequences from './sequence-things.ts';
import * as texts from './text-things.ts';
import * as make from './things.ts';
import * as plans from './plan-things.ts';
import { MORE_KINDS } from './more-kinds.ts';
import { MANAGED_KINDS } from './managed-things.ts';
import { deletedTraining } from './training-things.ts';
import * as wallets from './wallet-things.ts';
import type { Thing } from './things.ts';

/**
 * Expected access to a thing: `open` to the thing itself, `refused` if visible but forbidden, `absent` as if it didn't
 * exist.
 */
export type Verdict = 'open' | 'refused' | 'absent';

/** Values of fields by `<part>.<dotted path>`. */
export type Words = Readonly<Record<string, unknown>>;

export interface Question {
  readonly actor: Actor;
  readonly relation: Relation;
  readonly endpoint: Endpoint;
  /** Request fields other than ids. */
  readonly words: Words;
}

export interface Kind {
  readonly relations: readonly Relation[];
  /** Reviewed: who sees and changes a thing of this kind. */
  readonly verdict: (question: Question) => Verdict;
  /** A fresh thing; `state` is what the endpoint needs it to be in. */
  readonly make: (world: MatrixWorld, actor: Actor, relation: Relation, state: string) => Promise<Thing>;
  /** Which one is named when the request is about something else; absent: one's own. */
  readonly around?: Relation;
  /** State that an endpoint needs; absent: any. */
  readonly stateFor?: (endpoint: Endpoint) => string;
  /** It lies in a contact, which is named beside it. */
  readonly inContact?: true;
}

const FOREIGN: readonly Relation[] = ['otherAccount', 'assigned', 'unknown'];
const WITHIN: readonly Relation[] = ['own', 'downline', 'peer', 'upline', 'otherUnit', 'deleted', ...FOREIGN];

const sameAccount = ({ relation, actor }: Question) =>
  !FOREIGN.includes(relation) || (relation === 'assigned' && actor.tenant === 'z');

/** By whom a thing is owned, and how far the actor's role reaches. */
function sees(question: Question): boolean {
  const { actor, relation } = question;
  if (!sameAccount(question)) return false;
  if (relation === 'own' || relation === 'downline' || relation === 'deleted') return true;
  if (actor.visibility === 'account') return true;
  return actor.visibility === 'unit' && (relation === 'peer' || relation === 'upline');
}

const seen = (yes: boolean): Verdict => (yes ? 'open' : 'absent');
const isRead = ({ endpoint }: Question) => endpoint.effect === 'read';

/** Contacts also through a pool that one holds. */
const seesContact = (question: Question): boolean =>
  sees(question) || (question.relation === 'pooled' && question.actor.type === 'pool_holder');

const isOfNote = ({ endpoint, relation }: Question) =>
  /\/:(noteId|activityId)\b/.test(endpoint.path) && relation !== 'deleted';

/** A contact is taken from those below, from a shelf that one holds, or by who decides for the account. */
function takingVerdict(question: Question): Verdict {
  const { actor, relation } = question;
  if (!seesContact(question)) return 'absent';
  const isFree = ['own', 'downline', 'deleted', 'pooled'].includes(relation) || actor.visibility === 'account';
  return isFree ? 'open' : 'refused';
}

/** A note is changed by its author, and by those above its author. */
function noteVerdict(question: Question): Verdict {
  const { actor, relation } = question;
  if (!seesContact(question)) return 'absent';
  const isAuthorOrAbove = relation === 'own' || relation === 'downline' || actor.visibility === 'account';
  return isRead(question) || isAuthorOrAbove ? 'open' : 'refused';
}

/** Only its author may retract a mistake. */
function slipVerdict(question: Question): Verdict {
  if (!seesContact(question)) return 'absent';
  return ['own', 'deleted'].includes(question.relation) ? 'open' : 'refused';
}

/** People as the admin pages show them: support also sees those of the accounts assigned to it. */
function personVerdict(question: Question): Verdict {
  const { actor, relation, endpoint } = question;
  if (endpoint.access === 'users.actAs') return actingVerdict(question);
  const supported = relation === 'assigned' && actor.assigned;
  if (!sees(question) && !supported) return 'absent';
  if (isRead(question)) return 'open';
  if (endpoint.path.endsWith('/paid_membership') && actor.visibility !== 'account') return 'refused';
  return relation !== 'own' && !supported && isBelow(question) ? 'open' : 'refused';
}

/** Agents are below all users who may change users or act as them, and admins are below no one. */
const isBelow = ({ actor, relation }: Question): boolean => make.personOf(actor, relation).type === 'agent';

/** Account types that act for others, by the way in which they do. */
const ACTING: Readonly<Record<string, readonly Role[]>> = {
  login_as: ['admin', 'sub_admin', 'bu_admin', 'manager'],
  impersonate: ['admin', 'sub_admin', 'relationship_manager'],
};

/** Users who can't act this way get that reason for any target; others learn nothing about users out of reach. */
function actingVerdict(question: Question): Verdict {
  const { actor, relation, words } = question;
  if (ACTING[String(words['body.login_type'])]?.includes(actor.type) !== true || relation === 'own') return 'refused';
  const isSupport = actor.type === 'relationship_manager';
  const reaches = isSupport ? relation === 'assigned' && actor.assigned : sees(question);
  if (!reaches) return 'absent';
  return relation !== 'deleted' && isBelow(question) ? 'open' : 'refused';
}

/** People are placed in one's own unit; only who decides for the account moves them. */
function unitVerdict({ actor, relation, endpoint }: Question): Verdict {
  if (relation === 'own') return seen(actor.visibility === 'account' || endpoint.method === 'POST');
  return seen(relation === 'otherUnit' && actor.visibility === 'account');
}

const ATTEMPT_STATES: readonly (readonly [RegExp, string])[] = [
  [/\/(validate_import|import)$/, 'draft'],
  [/\/pause$/, 'processing'],
  [/\/stop_check$/, 'checking'],
  [/\/(resume|cancel)$/, 'paused'],
  [/retry_failed/, 'failed'],
];

/** Recording of a call, by the command. */
const RECORDING_STATES: readonly (readonly [RegExp, string])[] = [
  [/resume_call_recording$/, 'paused'],
  [/(stop|pause)_call_recording$/, 'recording'],
  [/answer_recording_consent$/, 'asking'],
];

/** What a conversation needs, by the call. */
const CONVERSATION_STATES: Readonly<Record<string, string>> = {
  answerRevocation: 'review',
  attachConversation: 'stranger',
};

/** Asked for in a contact of one's own: what lies in another contact is not there. */
const inContact = (thing: Kind['make']): Kind => ({
  relations: [...WITHIN, 'pooled'],
  verdict: ({ relation }) => seen(relation === 'own'),
  make: thing,
  inContact: true,
});

const ofAccount = (thing: Kind['make']): Kind => ({
  relations: ['own', 'otherAccount', 'assigned', 'unknown'],
  verdict: (asked) => seen(sameAccount(asked)),
  make: thing,
});

const choiceOf = (spec: ResourceSpec): Kind => ({
  relations: WITHIN,
  verdict: (asked) => seen(sameAccount(asked) && asked.relation !== 'deleted'),
  make: make.listRow(spec),
});

/** One's own row is for one's unit, the others for the whole account: who leads one business unit changes only the first. */
const accountRowOf = (spec: ResourceSpec): Kind => ({
  relations: WITHIN,
  verdict: (asked) => {
    if (!sameAccount(asked) || asked.relation === 'deleted') return 'absent';
    return isRead(asked) || asked.actor.visibility === 'account' || asked.relation === 'own' ? 'open' : 'refused';
  },
  make: make.unitRow(spec),
});

/** An administrator of plans, whose account it is. */
const keepsPlans = (asked: Question) => sameAccount(asked) && asked.actor.permissions.includes('subscriptions.manage');

/** Seen by those above; changed by who has it, and by administrators. */
function subscriptionVerdict(asked: Question): Verdict {
  if (keepsPlans(asked) || asked.relation === 'own') return 'open';
  if (asked.relation !== 'downline') return 'absent';
  return asked.endpoint.method === 'GET' ? 'open' : 'refused';
}

const PLAN_KINDS = Object.fromEntries(
  (['sms', 'dialer'] as const).flatMap((kind): [string, Kind][] => [
    [
      `${kind}Plan`,
      {
        relations: ['own', 'otherAccount', 'unknown'],
        verdict: (asked) => seen(sameAccount(asked)),
        make: plans.plan(kind),
      },
    ],
    [
      `${kind}Subscription`,
      {
        relations: ['own', 'downline', 'peer', 'upline', 'otherUnit', ...FOREIGN],
        verdict: subscriptionVerdict,
        make: plans.subscription(kind),
      },
    ],
    ...(['License', 'Order'] as const).map((name): [string, Kind] => [
      `${kind}${name}`,
      {
        relations: ['own', 'downline', 'peer', 'otherAccount', 'unknown'],
        verdict: (asked) => seen(keepsPlans(asked) || asked.relation === 'own'),
        make: name === 'License' ? plans.license(kind) : plans.order(kind),
      },
    ]),
  ]),
);

/** Rows of plain resources: visible to everyone, changed by those with the permission. */
const RESOURCE_KINDS = Object.fromEntries(
  RESOURCE_SPECS.map(([kind, spec]) => [kind, spec.rows === 'unit' ? accountRowOf(spec) : choiceOf(spec)]),
);

/**
 * Everything that ids of the contract name. A feature adds its kind here: which relations mean something for it, who
 * sees and changes it, and how a fresh one is made (`things.ts`); `places.ts` says which fields name it.
 */
export const KINDS = {
  contact: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => {
      if (isOfNote(asked)) return noteVerdict(asked);
      if (asked.endpoint.path.includes('/:consentId')) return slipVerdict(asked);
      // The file that is named beside it lies in another contact.
      if (asked.relation === 'deleted' && isRead(asked) && /\/:(fileId|applicationId)/u.test(asked.endpoint.path))
        return 'absent';
      return asked.endpoint.path.endsWith('/assign_to_me') ? takingVerdict(asked) : seen(seesContact(asked));
    },
    make: make.contact,
    stateFor: ({ name }) => (name === 'liftLegalHold' ? 'held' : ''),
  },
  /** Named by its number, which is unique in its account only. */
  contactNumber: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(seesContact(asked)),
    make: make.contactNumber,
  },
  note: inContact(make.note),
  activity: inContact(make.activity),
  email: inContact(make.email),
  consent: inContact(make.consent),
  policy: inContact(make.recordIn('policies', 'carrier')),
  security: inContact(make.recordIn('securities', 'company')),
  application: inContact(application),
  /** Rows that a contact may choose. */
  statusChoice: choiceOf(RESOURCES.status),
  flowStatusChoice: choiceOf(RESOURCES.flowStatus),
  flowGroupChoice: choiceOf(RESOURCES.flowGroup),
  /** A template that an agent fills in. */
  emailTemplateChoice: choiceOf(RESOURCES.emailTemplate),
  /** A corporation that a product, a campaign trigger or the spending of a wallet names. */
  corporationChoice: choiceOf(RESOURCES.corporation),
  deletedTraining: ofAccount(deletedTraining),
  /** A kit that is assigned. */
  mailerKitChoice: choiceOf(RESOURCES.mailerKit),
  /** A trigger that follows another one. */
  campaignTriggerChoice: choiceOf(RESOURCES.campaignTrigger),
  /** Rows of a list: the user's own unit, or every unit for users who manage the account. */
  listUnit: {
    relations: ['own', 'otherUnit', 'otherAccount', 'unknown'],
    verdict: ({ relation, actor }) =>
      seen(relation === 'own' || (relation === 'otherUnit' && actor.visibility === 'account')),
    make: make.unit,
  },
  /** Possible holders of a pool: existing users, of the caller's unit unless they see the account. */
  poolHolder: {
    relations: WITHIN,
    verdict: (asked) =>
      seen(
        sameAccount(asked) &&
          asked.relation !== 'deleted' &&
          (asked.actor.visibility === 'account' || asked.relation !== 'otherUnit'),
      ),
    make: make.person,
  },
  /** Rules are the account's. */
  complianceRule: ofAccount(make.complianceRule),
  /** One's own; nothing here is shared. */
  quickFilter: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.quickFilter },
  notification: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: notification },
  favoriteList: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.favoriteList },
  /** Belongs to the acted-as user and the signed-in user: no one else continues it. */
  chatSession: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.chatSession },
  favoriteContact: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(seesContact(asked)),
    make: make.contact,
  },
  /** Kept as it is written: what it names is looked for when the view is opened, with the rights of who opens it. */
  anyReference: { relations: ['own', 'unknown'], verdict: () => 'open', make: make.person },
  file: inContact(make.file),
  /** A ZIP of attachments is its uploader's. */
  attachmentImport: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: ({ relation }) => seen(relation === 'own'),
    make: make.attachmentImport,
  },
  /** The caller's downline; business units don't widen it. */
  attempt: {
    relations: WITHIN,
    verdict: (asked) =>
      seen(sees(asked) && (asked.actor.visibility === 'account' || !['peer', 'upline'].includes(asked.relation))),
    make: make.attempt,
    stateFor: ({ path }) => ATTEMPT_STATES.find(([pattern]) => pattern.test(path))?.[1] ?? 'done',
  },
  /** Vendors of an import's leads: the account's, for users who track leads. */
  importVendor: {
    relations: WITHIN,
    verdict: (asked) => {
      const flags = flagsOf(rolesOf(asked.actor.type));
      if (!flags.admin && !flags.manager) return 'refused';
      return seen(sameAccount(asked) && asked.relation !== 'deleted');
    },
    make: make.vendor,
  },
  /** Settings to begin an import with: the own ones, as long as they are there. */
  importSetting: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.importSetting },
  /** Settings to delete and restore: only the user's own. */
  ownSetting: {
    relations: WITHIN,
    verdict: ({ relation }) => seen(relation === 'own' || relation === 'deleted'),
    make: make.importSetting,
  },
  /** Visible to everyone who sees the survivor. */
  merge: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(seesContact(asked)),
    make: make.merge,
  },
  /** Rows of the caller and their downline; business units don't widen them. */
  printJob: {
    relations: WITHIN,
    verdict: ({ relation }) => seen(['own', 'downline', 'deleted'].includes(relation)),
    make: make.printJob,
    stateFor: ({ path }) => (path.endsWith('/cancel') ? 'working' : 'complete'),
  },
  /** A contact with a postal address, chosen with others: those that are deleted are left out. */
  mailedContact: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(asked.relation !== 'deleted' && seesContact(asked)),
    make: texts.mailedContact,
  },
  /** A contact whose number is looked up with others: those that are deleted are left out. */
  verifiedContact: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(asked.relation !== 'deleted' && seesContact(asked)),
    make: texts.textedContact,
  },
  /** Rows of the caller and their downline; business units don't widen them. */
  verificationRun: {
    relations: WITHIN,
    verdict: ({ relation }) => seen(['own', 'downline', 'deleted'].includes(relation)),
    make: texts.verificationRun,
    stateFor: ({ path }) => (path.endsWith('/resume') ? 'paused' : 'working'),
  },
  /** Rows of the caller and their downline, whose broadcasts they may only pause and stop. */
  broadcast: {
    relations: WITHIN,
    verdict: ({ relation, endpoint }) => {
      if (!['own', 'downline', 'deleted'].includes(relation)) return 'absent';
      const isOpen = relation !== 'downline' || endpoint.effect === 'read' || /\/(pause|stop)$/.test(endpoint.path);
      return isOpen ? 'open' : 'refused';
    },
    make: broadcast,
    stateFor: ({ path, effect }) => {
      if (/\/(pause|stop)$/.test(path)) return 'sending';
      if (path.endsWith('/resume')) return 'paused';
      if (path.endsWith('/unschedule')) return 'scheduled';
      if (/mailing_group|email$/.test(path)) return 'draft e-mail';
      return effect === 'read' && path.endsWith('/list_recipients') ? 'done' : 'draft';
    },
  },
  /** The account's, for those who may erase people. */
  erasure: {
    relations: ['own', 'otherAccount', 'assigned', 'unknown'],
    verdict: (asked) => seen(sameAccount(asked)),
    make: erasure,
  },
  /** The account's, for those who manage it. */
  failedJob: {
    relations: ['own', 'otherAccount', 'assigned', 'unknown'],
    verdict: (asked) => seen(sameAccount(asked)),
    make: make.failedJob,
  },
  /** Saved letters: only the user's own, and a deleted one only for restoring it. */
  letterTemplate: {
    relations: WITHIN,
    verdict: ({ relation, endpoint }) =>
      seen(relation === 'own' || (relation === 'deleted' && endpoint.name === 'restoreLetterTemplate')),
    make: make.letterTemplate,
  },
  /** Rows of the caller and their downline; business units don't widen them. */
  bulkJob: {
    relations: WITHIN,
    verdict: ({ relation, endpoint, actor }) => {
      if (!['own', 'downline', 'deleted'].includes(relation)) return 'absent';
      // These jobs delete: undoing them requires that permission too.
      const mayNot = endpoint.name === 'undoBulkJob' && !actor.permissions.includes('contacts.delete');
      return mayNot ? 'refused' : 'open';
    },
    make: make.bulkJob,
    stateFor: ({ path }) => (path.endsWith('/cancel') ? 'processing' : 'done'),
  },
  /** Rows of the caller, their downline, and transfers to them: here, only the caller receives any. */
  transfer: {
    relations: WITHIN,
    verdict: ({ relation }) => seen(['own', 'downline', 'deleted'].includes(relation)),
    make: make.transfer,
    stateFor: ({ name }) => (name === 'updateTransferStatus' ? 'processing' : 'complete'),
  },
  /** A contact to transfer. Visible but skipped ones are tested in tests/transfers. */
  givenContact: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(sees(asked)),
    make: make.contact,
  },
  /** Possible new owners: the downline, oneself, the manager, and everyone within reach. */
  transferTarget: {
    relations: WITHIN,
    verdict: (asked) => seen(asked.relation !== 'deleted' && (asked.relation === 'upline' || sees(asked))),
    make: make.transferTarget,
  },
  /** The manifest of a file: of the caller, their downline, and as far as their role sees. */
  exported: { relations: WITHIN, verdict: (asked) => seen(sees(asked)), make: make.exported },
  /** Users who may see someone's calls read the call details; only the owner has the call. */
  call: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(isRead(asked) ? sees(asked) : asked.relation === 'own'),
    make: make.call,
    stateFor: ({ path }) => RECORDING_STATES.find(([pattern]) => pattern.test(path))?.[1] ?? 'off',
  },
  /** Everyone who sees its contact; it is hidden with a deleted one. */
  conversation: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(seesContact(asked) && asked.relation !== 'deleted'),
    make: texts.conversation,
    stateFor: ({ name }) => CONVERSATION_STATES[name] ?? '',
  },
  /** As its conversation. */
  textMessage: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(seesContact(asked) && asked.relation !== 'deleted'),
    make: texts.textMessage,
    stateFor: ({ name }) => (name === 'sendMessageAgain' ? 'failed' : 'held'),
  },
  /** A contact with a number. */
  textedContact: {
    relations: [...WITHIN, 'pooled'],
    verdict: (asked) => seen(seesContact(asked)),
    make: texts.textedContact,
  },
  /** Who may answer the own conversation of the caller: those who see its contact and whom the caller sees. */
  textAnswerer: {
    relations: ['own', 'otherUnit', ...FOREIGN],
    verdict: ({ relation }) => seen(relation === 'own'),
    make: make.person,
  },
  /** A trigger that agents may use: of the whole account. */
  usableTrigger: {
    relations: ['own', ...FOREIGN],
    verdict: (asked) => seen(sameAccount(asked)),
    make: sequences.usableTrigger,
  },
  /** A template or trigger to make a broadcast of: which ones there are is seen in tests/broadcasts. */
  campaignText: { relations: ['unknown'], verdict: () => 'absent', make: make.person },
  /** A contact in the sequence of a trigger of the whole account. */
  enrollment: {
    relations: WITHIN,
    verdict: (asked) => seen(seesContact(asked) && asked.relation !== 'deleted'),
    make: sequences.enrollment,
  },
  /** A user in the downline. */
  minutesRequest: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: ({ relation }) => seen(relation === 'downline'),
    make: make.minutesRequest,
    around: 'downline',
  },
  /** A shelf to look at: the account's, as its rows are filtered. */
  shelf: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(sameAccount(asked)),
    make: make.pool,
  },
  /** A pool to fill: one that they hold. */
  pool: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(sameAccount(asked) && (asked.relation === 'own' || asked.actor.visibility === 'account')),
    make: make.pool,
  },
  /** Owners of a list's contacts. */
  contactOwner: { relations: WITHIN, verdict: (asked) => seen(sees(asked)), make: make.person },
  /** Owner of an import's contacts: an active user in the downline. */
  importOwner: {
    relations: WITHIN,
    verdict: (asked) =>
      seen(
        asked.relation !== 'deleted' &&
          sees(asked) &&
          (asked.actor.visibility === 'account' || !['peer', 'upline'].includes(asked.relation)),
      ),
    make: make.person,
  },
  /** People on the admin pages. */
  /** Managers give to agents below them. */
  walletPerson: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(asked.relation !== 'own' && sees(asked) && isBelow(asked)),
    make: wallets.walletPerson,
    around: 'downline',
  },
  /** Who gets a license: oneself, and those below. */
  licensePerson: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(sees(asked)),
    make: make.person,
  },
  ...MORE_KINDS,
  /** For whom an administrator subscribes. */
  planHolder: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(sameAccount(asked)),
    make: make.person,
  },
  /** Someone below a manager, with or without a subscription that the agency pays for. */
  maxPlusPerson: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(asked.relation !== 'own' && sees(asked) && isBelow(asked)),
    make: make.person,
    around: 'downline',
  },
  maxPlusMember: {
    relations: WITHIN.filter((relation) => relation !== 'deleted'),
    verdict: (asked) => seen(asked.relation !== 'own' && sees(asked) && isBelow(asked)),
    make: wallets.maxPlusMember,
    around: 'downline',
  },
  /** A statement and its invoices are its wallet's. */
  walletTransaction: {
    relations: ['own', 'downline', 'peer', 'otherAccount', 'unknown'],
    verdict: ({ relation }) => seen(relation === 'own'),
    make: wallets.walletTransaction,
  },
  walletInvoice: {
    relations: ['own', 'downline', 'peer', 'otherAccount', 'unknown'],
    verdict: ({ relation }) => seen(relation === 'own'),
    make: wallets.walletInvoice,
  },
  ...MANAGED_KINDS,
  person: { relations: WITHIN, verdict: personVerdict, make: make.person, around: 'downline' },
  /** New manager of a user: a visible manager. */
  manager: {
    relations: ['own', 'upline', 'otherAccount', 'unknown'],
    verdict: (asked) => seen(asked.relation === 'own' || (asked.relation === 'upline' && sees(asked))),
    make: make.person,
  },
  /** A path that names the caller: no other user has one. */
  oneself: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.person },
  unit: { relations: ['own', 'otherUnit', 'otherAccount', 'unknown'], verdict: unitVerdict, make: make.unit },
  apiKey: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.apiKey },
  /** Any key of the account, for its administrators. */
  trackedKey: { relations: ['own', 'otherUnit', ...FOREIGN], verdict: (q) => seen(sameAccount(q)), make: make.apiKey },
  session: { relations: WITHIN, verdict: ({ relation }) => seen(relation === 'own'), make: make.session },
  /** Only the one right below the top of a stack, which no row made here is. */
  sessionBelow: { relations: WITHIN, verdict: () => 'absent', make: make.session },
  /** Equal for all users. */
  plan: { relations: ['own', 'unknown'], verdict: ({ relation }) => seen(relation === 'own'), make: make.plan },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName =
  | keyof typeof KINDS
  | keyof typeof RESOURCES
  | `${'sms' | 'dialer'}${'Plan' | 'Subscription' | 'License' | 'Order'}`;

export function kindOf(name: KindName): Kind {
  const kind = name in KINDS ? KINDS[name as keyof typeof KINDS] : (RESOURCE_KINDS[name] ?? PLAN_KINDS[name]);
  if (kind === undefined) throw new Error(`There is no kind ${name}.`);
  return kind;
}
