import { X } from 'lucide-react';
import { useState } from 'react';
import { listTransferTargets, MAX_TRANSFER_TARGETS } from '#contract/transfers.contract.ts';
import type { TransferChoice } from '../../machines/transfers/transfer-setup.ts';
import { useResource } from '../_base/use-resource.ts';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Chip } from '../_kit/display/Chip.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import '../users/users.css';

/** Maximum users displayed. Our choice: typing finds more. */
const SHOWN = 6;

interface NewOwnersProps {
  chosen: TransferChoice['to'];
  onChange: (chosen: TransferChoice['to']) => void;
  /** The transfer is starting: owners can't be added or removed. */
  disabled: boolean;
}

/** New owners: a search over eligible users, and the chosen ones, who receive contacts in turn. */
export function NewOwners({ chosen, onChange, disabled }: NewOwnersProps) {
  const [q, setQ] = useState('');
  const { data, error, pending, reload } = useResource(listTransferTargets, { query: q === '' ? {} : { q } });
  const others = (data?.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  const more = others.length - SHOWN;
  const frame = useFocusKept<HTMLDivElement>('.picker-person', 'input');
  return (
    <div className="new-owners" ref={frame}>
      <p className="field-label">New owner</p>
      {chosen.length > 0 ? (
        <ul className="row wrap" aria-label="Selected">
          {chosen.map((person) => (
            <li key={person.id}>
              <Chip
                aria-label={`Remove ${person.name}`}
                disabled={disabled}
                onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
              >
                <b>{person.name}</b>
                <Icon of={X} />
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
      {chosen.length > 1 ? <p className="meta quiet">Contacts are split evenly between them.</p> : null}
      <SearchBox value={q} onSearch={setQ} label="Search users" placeholder="Name" />
      {error && data === null ? (
        <Note tone="bad" title={error.message} role="alert">
          <Button size="small" onClick={reload}>
            Try again
          </Button>
        </Note>
      ) : null}
      {pending ? <SkeletonLines lines={4} label="Loading users" /> : null}
      {data && others.length === 0 ? (
        <p className="soft">{q ? 'No other users match.' : "You can't transfer contacts to any other users."}</p>
      ) : null}
      {chosen.length >= MAX_TRANSFER_TARGETS ? (
        <p className="soft">You've reached the maximum number of new owners.</p>
      ) : (
        <ul className="picker-list owner-choices" aria-label="Available owners">
          {others.slice(0, SHOWN).map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="picker-person"
                disabled={disabled}
                onClick={() => onChange([...chosen, { id: person.id, name: person.name }])}
              >
                <Avatar name={person.name} />
                <span className="med cut">{person.name}</span>
                <span className="meta quiet cut end">{person.business_unit}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? (
        <p className="meta quiet">{formatCounted(more, 'more user', 'more users')}: search to find them.</p>
      ) : null}
    </div>
  );
}
