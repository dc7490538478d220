import { useSelector } from '@xstate/react';
import { at, CALL_LIST_STAGES, type CallList } from '../../machines/call-list/call-list.ts';
import { useApp } from '../_base/use-app.ts';

/** The call list of this tab, with what can be done. `null`: none. */
export function useCallList() {
  const { callList } = useApp().features;
  const state = useSelector(callList, (snapshot) => CALL_LIST_STAGES.find((stage) => snapshot.hasTag(stage)) ?? null);
  const list: CallList = useSelector(callList, ({ context }) => context);
  if (state === null) return null;
  return {
    state,
    list,
    current: at(list),
    /** A call is under way: it isn't left. */
    isBusy: state === 'dialing' || state === 'talking',
    send: callList.send,
  };
}
