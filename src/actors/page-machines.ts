import { newIdempotencyKey } from '../api/idempotency-key.ts';
import { composeFollowed } from './_running/followed.actors.ts';
import { composeBilling } from './billing.actors.ts';
import { composeBroadcast } from './broadcasts.actors.ts';
import { composeBulk } from './bulk.actors.ts';
import { composeCustomDomains } from './custom-domains.actors.ts';
import { composeIntegrations } from './integrations.actors.ts';
import { composeFieldEdits } from './contacts.actors.ts';
import { composeDuplicates } from './duplicates.actors.ts';
import { composeEvents } from './events.actors.ts';
import { composeExports } from './exports.actors.ts';
import { composeImport } from './imports.actors.ts';
import { composeLive } from './live.actors.ts';
import { composeMessages } from './messages/message-pages.ts';
import { composePasswords } from './session/passwords.actors.ts';
import { composePlans } from './plans.actors.ts';
import { composePlayer } from './phone/recording-player.ts';
import { composePrinting } from './printing.actors.ts';
import { composeRegistration } from './registration.actors.ts';
import { composeReports } from './reports.actors.ts';
import type { AppActors } from './root.ts';
import { composeStore } from './store.actors.ts';
import { composeTransfer } from './transfers.actors.ts';
import { composeTwoFactor } from './session/two-factor.actors.ts';
import { composeWorkflows } from './workflows.actors.ts';

/** What pages with payments change around them. */
const worldOf = (session: AppActors['session'], toasts: AppActors['toasts']) => ({
  refreshSession: () => session.send({ type: 'session.refresh' }),
  tell: (tone: 'good', text: string) => toasts.send({ type: 'toast.show', toast: { id: text, tone, text } }),
});

/** Machines that a page starts and stops, with their ports filled. They come with the first page that has one. */
export const composePageMachines = ({ api, cable, resources, session, toasts }: AppActors) => ({
  /** One piece of long-running work, one machine a kind. */
  followed: composeFollowed(api, cable),
  importAttempt: composeImport(api, cable),
  ...composeBroadcast(api, cable, resources),
  ...composeLive(api, cable),
  ...composeBulk(api),
  ...composePlayer(api),
  ...composePrinting(api),
  ...composeRegistration(api),
  ...composeCustomDomains(api),
  ...composeIntegrations(api),
  ...composeTransfer(api, cable),
  ...composeDuplicates(api, resources),
  ...composeFieldEdits(api, resources),
  /** For the writes of a machine that takes its keys as input. */
  newKey: newIdempotencyKey,
  ...composeEvents(api, resources),
  ...composeExports(api),
  ...composeMessages(api, cable, resources),
  ...composeBilling(api, resources, worldOf(session, toasts)),
  ...composePlans(api, resources, worldOf(session, toasts)),
  ...composeReports(api, resources),
  ...composeStore(api, resources),
  ...composePasswords(api),
  ...composeTwoFactor(api),
  ...composeWorkflows(api, resources),
});
