import { type EventObject, fromCallback, fromPromise } from 'xstate';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import type { CallListFact, Chosen, Found } from '../machines/call-list/call-list.ts';
import { callListMachine } from '../machines/call-list/call-list.machine.ts';
import type { CallView, PhoneView } from '../machines/phone/line-view.ts';
import { callListHint } from '../store/call-list-hint.ts';
import type { Phone } from './phone/phone-handle.ts';

/** Fills the ports of the call list: the server, the phone and this tab's storage. */
export const composeCallList = (api: ApiClient, phone: Pick<Phone, 'view' | 'send'>) =>
  callListMachine.provide({
    actors: {
      readList: fromPromise<Found, Chosen>(async ({ input, signal }) => {
        try {
          // Loaded with the first list: the first script does without its schemas.
          const { readCallList } = await import('#contract/call-list.contract.ts');
          const { data, meta } = await api.call(readCallList, { body: input, signal });
          return { entries: data, left: meta };
        } catch (error) {
          throw asApiError(error);
        }
      }),
      surroundings: fromCallback<EventObject, { userId: number }>(({ input: { userId }, sendBack }) => {
        const kept = callListHint.read();
        if (kept?.user === userId && kept.list.entries.length > 0)
          sendBack({ type: 'list.recalled', list: { ...kept.list, isAutomatic: false } });
        const listening = phone.view.subscribe(followCalls(phone.view.get(), sendBack));
        return () => listening.unsubscribe();
      }),
    },
    actions: {
      keep: (_, { userId, list: { entries, at, outcomes } }) =>
        callListHint.write({ user: userId, list: { entries: [...entries], at, outcomes: { ...outcomes } } }),
      dial: (_, { number, contactId }) => phone.send({ type: 'line.dial', number, contactId }),
    },
  });

/** Stages of a call that the server has not let through yet. */
const ASKING: readonly CallView['stage'][] = ['validating', 'quota'];

/** Tells each call that begins, ends or gets an outcome once. */
function followCalls(first: PhoneView | null, tell: (fact: CallListFact) => void) {
  let before = factsOf(first);
  return (view: PhoneView | null) => {
    const now = factsOf(view);
    if (now.call !== null && now.call.key !== before.call?.key)
      tell({ type: 'call.begun', contactId: now.call.contactId });
    if (now.ended !== null && now.ended.key !== before.ended?.key)
      tell({ type: 'call.ended', contactId: now.ended.contactId });
    if (now.ended?.disposition && !before.ended?.disposition)
      tell({ type: 'call.resulted', contactId: now.ended.contactId });
    before = now;
  };
}

function factsOf(view: PhoneView | null) {
  const { call = null, ended = null } = view?.line ?? {};
  return {
    call: call && !ASKING.includes(call.stage) ? { key: call.key, contactId: call.contactId } : null,
    ended: ended && { key: ended.key, contactId: ended.contactId, disposition: ended.call?.disposition ?? null },
  };
}
