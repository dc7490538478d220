import { BadgeCheck } from 'lucide-react';
import { type AgentLicense, agentLicenses, LICENSE_LINES } from '#contract/agent-licenses.contract.ts';
import { listAdminOwners } from '#contract/users.contract.ts';
import { LICENSE_LINE_WORDS, type LicenseStanding, standingOf } from '#rules/licenses/licensed-in.ts';
import { stateName } from '#rules/places/us-states.ts';
import { dayIn } from '#rules/time/days.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { ListPage } from '../_resource/ListPage.tsx';

const LINES = LICENSE_LINES.map((value) => ({ value, label: LICENSE_LINE_WORDS[value] }));
const TONES: Readonly<Record<LicenseStanding, Tone>> = { valid: 'good', expiring: 'warn', expired: 'bad' };
const NEW_LICENSE = { line: 'health', state: '' } as const;

const nameOf = ({ line, state }: AgentLicense): string => `${LICENSE_LINE_WORDS[line]} license for ${stateName(state)}`;

/** What agents may sell where: one's own licenses, and those of the people one manages. */
export function LicensesPage() {
  const { user } = useApp();
  const day = dayIn(IANA_ZONES[user.timezone], useNow());
  const seesOthers = user.permissions.includes('users.read');
  const mayAdd = user.permissions.includes('users.manage');
  const owners = useResource(listAdminOwners, mayAdd ? {} : null).data?.data ?? [];
  const agents = owners.filter(({ id }) => id !== user.id);
  return (
    <ListPage
      of={agentLicenses}
      icon={BadgeCheck}
      about="Add the states you're licensed in. Contacts, quotes and scopes of appointment then warn you where a license is missing or ends."
      searched={seesOthers ? 'Agent, state, number' : 'State, number'}
      nameOf={nameOf}
      columns={[
        { head: 'State', cell: ({ state }) => stateName(state), sortBy: 'state', narrow: 'title', width: '11em' },
        ...(seesOthers
          ? [
              {
                head: 'Agent',
                cell: ({ user: { name } }: AgentLicense) => name,
                sortBy: 'agent',
                narrow: 'sub',
              } as const,
            ]
          : []),
        { head: 'Line', cell: ({ line }) => LICENSE_LINE_WORDS[line], sortBy: 'line', narrow: 'sub', width: '12em' },
        { head: 'Number', cell: ({ number }) => number, narrow: 'none', width: '9em' },
        { head: 'NPN', cell: ({ user: { npn } }) => npn, narrow: 'none', width: '8em', leaves: 2 },
        {
          head: 'Expires',
          cell: (license) => <Expiry license={license} day={day} />,
          sortBy: 'expires_on',
          narrow: 'aside',
          width: '10em',
        },
        { head: 'Appointed by', cell: ({ carriers }) => carriers.join(', '), narrow: 'none', leaves: 1 },
      ]}
      values={(license) => license ?? NEW_LICENSE}
      fields={({ text, choice, date, list, pick, state }, license) => (
        <>
          {license === null && agents.length > 0 ? pick('user_id', 'Agent', agents, 'Me') : null}
          {state('state', 'State')}
          {choice('line', 'Line', LINES)}
          {text('number', 'License number', { maxLength: 40 })}
          {date('expires_on', 'Last day')}
          {list('carriers', 'Appointed by', 'Carriers, separated by commas.')}
        </>
      )}
    />
  );
}

function Expiry({ license, day }: { license: AgentLicense; day: string }) {
  const standing = standingOf(license, day);
  return license.expires_on === null ? (
    <span className="soft">Not set</span>
  ) : (
    <StatusWord tone={TONES[standing]}>{formatPlainDate(license.expires_on)}</StatusWord>
  );
}
