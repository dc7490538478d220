import { listConsents, readContactability, recordConsent, retractConsent } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import type { Tag } from '#contract/contacts/tag.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { meansDoNotCall } from '#rules/contacts/do-not-call-tag.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useResource } from '../_base/use-resource.ts';
import { useUndo } from '../timeline/use-undo.ts';

const STALE = [listConsents, readContactability, readTimeline];

/**
 * Offers Do Not Call, by a message, for a contact that got a tag which only says so. Nothing for one that is on it:
 * nothing is recorded unless the user chooses it.
 */
export function useOfferDoNotCall({ id }: Pick<Contact, 'id'>): (added: readonly Tag[]) => void {
  const { toasts } = useApp();
  const gate = useGate('compliance');
  const reach = useResource(readContactability, gate.allowed ? { params: { id } } : null);
  const offerUndo = useUndo(retractConsent, { invalidates: STALE, undone: 'Do Not Call entry retracted' });
  const record = useLastingSubmit(recordConsent, {
    invalidates: STALE,
    onDone: ({ data }) => offerUndo('Do Not Call recorded', { params: { id, consentId: data.id ?? 0 } }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const isOnIt = (reach.data?.data ?? []).some(({ channel, reason }) => channel === 'call' && reason === 'do_not_call');
  return (added) => {
    const tag = added.find(({ name }) => meansDoNotCall(name));
    if (tag === undefined || !gate.allowed || isOnIt) return;
    const said = { channel: 'call', kind: 'do_not_call', purpose: 'marketing', source: 'other' } as const;
    const run = () => record({ params: { id }, body: { ...said, evidence: `Tagged “${tag.name}”.` } });
    toasts.show({
      tone: 'warn',
      text: `The tag “${tag.name}” doesn't stop calls. Record Do Not Call, too?`,
      action: { label: 'Record', run },
    });
  };
}
