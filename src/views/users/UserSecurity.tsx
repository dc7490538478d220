import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { AdminUserDetail } from '#contract/users.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import type { UserChange } from './use-user-change.ts';

interface UserSecurityProps {
  person: AdminUserDetail;
  change: UserChange;
}

/** Sign-in settings. */
export function UserSecurity({ person, change }: UserSecurityProps) {
  const readOnly = !person.may.edit;
  return (
    <Card title="Sign-in" padded className="user-security">
      <p>
        {person.two_fa_enabled ? (
          <StatusWord tone="good">Two-factor on</StatusWord>
        ) : (
          <StatusWord tone={person.two_fa_required ? 'warn' : 'info'}>Two-factor off</StatusWord>
        )}
      </p>
      {readOnly ? (
        <Facts
          facts={[
            { label: 'Two-factor', value: person.two_fa_required ? 'Required' : 'Not required' },
            { label: 'Password', value: person.change_password ? 'Must change at next sign-in' : 'No change required' },
          ]}
        />
      ) : (
        <>
          <Checkbox
            checked={person.two_fa_required}
            onCheckedChange={(checked) => change.save('two_fa_required', checked)}
          >
            Require two-factor
          </Checkbox>
          <Checkbox
            checked={person.change_password}
            onCheckedChange={(checked) => change.save('change_password', checked)}
          >
            Require a new password
          </Checkbox>
        </>
      )}
      <Addresses person={person} change={change} />
    </Card>
  );
}

/** From where they may come. */
function Addresses({ person, change }: UserSecurityProps) {
  const [draft, setDraft] = useState({ network: '', label: '' });
  const readOnly = !person.may.edit;
  const failure = change.failureOf('auth_ips');
  // For users above the current one, none are disclosed.
  if (readOnly && person.auth_ips.length === 0) return null;
  return (
    <section className="user-addresses" aria-label="Allowed IP addresses">
      <h3>Allowed IP addresses</h3>
      {person.auth_ips.length === 0 ? <p className="soft">They can sign in from any IP address.</p> : null}
      <ul>
        {person.auth_ips.map(({ network, label }) => (
          <li key={network} className="row">
            <code>{network}</code> <span className="soft cut">{label}</span>
            {readOnly ? null : (
              <IconButton
                icon={X}
                size="small"
                className="end"
                label={`Remove ${network}`}
                onClick={() =>
                  change.save(
                    'auth_ips',
                    person.auth_ips.filter((one) => one.network !== network),
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {readOnly ? null : (
        <form
          className="user-address"
          onSubmit={(event) => {
            event.preventDefault();
            if (draft.network.trim() === '') return;
            change.save('auth_ips', [...person.auth_ips, draft], draft.network);
            setDraft({ network: '', label: '' });
          }}
        >
          <TextField
            label="IP address or network"
            placeholder="203.0.113.0/24"
            autoComplete="off"
            value={draft.network}
            error={failure ? `${failure.typed}: ${failure.message}` : undefined}
            onChange={(event) => setDraft({ ...draft, network: event.currentTarget.value })}
          />
          <TextField
            label="Name"
            placeholder="Office"
            autoComplete="off"
            value={draft.label}
            onChange={(event) => setDraft({ ...draft, label: event.currentTarget.value })}
          />
          <Button type="submit" icon={Plus}>
            Allow
          </Button>
        </form>
      )}
    </section>
  );
}
