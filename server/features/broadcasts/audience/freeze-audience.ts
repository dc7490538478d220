import { type ContactSelection } from '#contract/contacts/scope.contract.ts';
import { MAX_BROADCAST_CONTACTS } from '#contract/broadcasts/broadcast.contract.ts';
import { consentRules } from '#rules/compliance/contactability.ts';
import { dayStillRunning, utcDay } from '#rules/time/days.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { countPicked, openedSelection, pick } from '../../bulk/selection.ts';
import { findRules } from '../../compliance/may-be-reached.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { freezeAudience, thawAudience } from './audience.sql.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { changeBroadcast } from '../broadcasts.sql.ts';

type Ground = Pick<Deps, 'config' | 'seal' | 'now' | 'log'> & Parameters<typeof pick>[0];

/** Purpose of every broadcast: no one presses a button for each person. */
export const PURPOSE = 'automated';

/** Contacts whose audience is frozen within the request. Ours: under 5 s on a busy computer of two cores. */
const FROZEN_AT_ONCE = 50_000;

/** Counts a selection. @throws {Refusal} `conflict` for an empty one, `refused` for one that is too large. */
export async function requireContacts(
  ground: Ground,
  tx: Tx,
  identity: Identity,
  selection: ContactSelection,
): Promise<{ matched: number; isFrozenLater: boolean }> {
  const matched = await countPicked(tx, await pick(ground, tx, identity, selection));
  if (matched === 0) throw new Refusal('conflict', 'The selection has no contacts.');
  if (matched > MAX_BROADCAST_CONTACTS) {
    throw refuseField(
      'selection',
      `A broadcast takes up to ${formatCount(MAX_BROADCAST_CONTACTS)} contacts. You selected ${formatCount(matched)}.`,
    );
  }
  return { matched, isFrozenLater: matched > FROZEN_AT_ONCE };
}

/** Writes down who matches and who of them gets it, in place of what was written before. */
export async function freeze(ground: Ground, tx: Tx, identity: Identity, row: BroadcastRow): Promise<BroadcastRow> {
  const at = ground.now();
  const selection = openedSelection(ground.seal, row.selection);
  const picked = await pick(ground, tx, identity, selection);
  const asked = { channel: row.channel, purpose: PURPOSE } as const;
  const asking = consentRules(await findRules(tx), asked, utcDay(at)).map(({ jurisdiction }) => jurisdiction);
  await thawAudience(tx, row.id);
  const audience = await freezeAudience(tx, {
    broadcastId: row.id,
    channel: row.channel,
    picked,
    seen: await seenBy(tx, identity),
    consentStates: asking.includes('US') ? null : asking.map((jurisdiction) => jurisdiction.slice(3)),
    at,
    day: dayStillRunning(at),
  });
  return changeBroadcast(tx, row.id, {
    matched: audience.matched,
    recipients: audience.recipients,
    left_out: audience.left_out,
    progress: {},
    frozen_at: at,
  });
}
