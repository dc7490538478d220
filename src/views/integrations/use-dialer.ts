import type { SelectionInput } from '#contract/bulk.contract.ts';
import { listAuthorizations, MAX_DIALED } from '#contract/integrations.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';

/** PhoneBurner of the current user. `isConnected`: it is offered; `refusal`: why it can't dial this selection. */
export function useDialer(selection: SelectionInput): { isConnected: boolean; refusal: string | undefined } {
  const { allowed } = useGate('integrations');
  const isActing = useApp().user.identity.length > 1;
  const own = useResource(listAuthorizations, allowed ? {} : null);
  const found = own.data?.data.find(({ type }) => type === 'phone_burner');
  return {
    isConnected: found !== undefined,
    refusal: found && (isActing ? NOT_WHILE_ACTING : whyNot(found.status, selection)),
  };
}

/** As the server says it. */
const NOT_WHILE_ACTING = "You can't do this while logged in as another user.";

function whyNot(status: string, selection: SelectionInput): string | undefined {
  if (status === 'needs_you') return 'PhoneBurner needs you to sign in again.';
  const isFew = 'ids' in selection && selection.ids.length <= MAX_DIALED;
  return isFew ? undefined : `PhoneBurner takes at most ${MAX_DIALED} contacts that you select one by one.`;
}
