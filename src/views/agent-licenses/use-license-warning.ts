import { agentLicenses, type LicenseLine } from '#contract/agent-licenses.contract.ts';
import { type LicenseWarning, licenseWarning } from '#rules/licenses/licensed-in.ts';
import { dayIn } from '#rules/time/days.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';

/** Warns of a missing, expired or expiring license for a contact's state, of one line or of any; `null`: nothing. */
export function useLicenseWarning(state: string, line?: LicenseLine): LicenseWarning | null {
  const { user } = useApp();
  const day = dayIn(IANA_ZONES[user.timezone], useNow());
  const held = useResource(agentLicenses.choices, state === '' ? null : {}).data?.data ?? [];
  return licenseWarning(held, { state, day, ...(line !== undefined && { line }) });
}
