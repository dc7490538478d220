import { useSelector } from '@xstate/react';
import { ListFilter } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { duplicateWords, fieldWord, GROUP_WORDS, narrowingParts, valueWords } from '#rules/contacts/scope-sentence.ts';
import { capital } from '#rules/words/capital.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { contactsStore } from '../../../store/contacts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Chip } from '../../_kit/display/Chip.tsx';
import { formatContacts } from '../../_kit/format/format-count.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import type { ContactsSearch } from '../../contacts/contacts-search.ts';
import { scopeOf } from '../../contacts/list/use-contact-list.ts';
import { scopeOfList } from '../../contacts/page/use-neighbours.ts';
import { useScopeNames } from '../../contacts/list/use-scope-names.tsx';
import { sentenceOf } from '../broadcast-words.ts';

const FilterForm = lazyPart(() => import('../../contacts/list/FilterForm.tsx'), 'FilterForm');

type Group = NonNullable<ContactsSearch['contact_group']>;

/** What narrows the list besides its group and filters, such as a search. */
const restWords = (rest: ContactsSearch): string =>
  [
    ...narrowingParts(rest).map(({ words }) => words),
    ...duplicateWords(rest),
    ...(rest.q ? [`matching “${rest.q}”`] : []),
    ...(rest.pool_id === undefined || rest.pool_id === 'mine' ? [] : ['in a pool']),
    ...(rest.downline_user_id === undefined || rest.downline_user_id === 1 ? [] : ['of one user']),
  ].join(', ');

/** Which contacts are meant, and another choice of them. */
export function AudienceScope({ actor, broadcast }: { actor: BroadcastActor; broadcast: Broadcast }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Card
      title="Who should get it"
      aside={
        <Button
          look="plain"
          size="small"
          icon={ListFilter}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        >
          Choose others
        </Button>
      }
      padded
    >
      <p>
        <span className="med">{sentenceOf(broadcast)}</span>
        {broadcast.audience === null ? null : (
          <span className="soft num">, {formatContacts(broadcast.audience.matched)}</span>
        )}
      </p>
      {isChoosing ? <ScopeForm actor={actor} onDone={() => setChoosing(false)} /> : null}
    </Card>
  );
}

/** A group and filters, as the contact list was left; counted when they are taken. */
function ScopeForm({ actor, onDone }: { actor: BroadcastActor; onDone: () => void }) {
  const { user } = useApp();
  const [listed] = useState(() => scopeOf(scopeOfList(contactsStore.getSnapshot().context.href)));
  const { contact_group: listedGroup, all_downline: isAllAgents = false, search: listedFilters = [], ...more } = listed;
  // Deleted contacts get nothing.
  const [group, setGroup] = useState<Group>(
    listedGroup === undefined || listedGroup === 'deleted' ? (isAllAgents ? 'all_agents' : 'mine') : listedGroup,
  );
  const [filters, setFilters] = useState<readonly ContactFilter[]>(listedFilters);
  const [rest, setRest] = useState<ContactsSearch>(more);
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const { nameOf, source } = useScopeNames(filters);
  const isBusy = useSelector(actor, (now) => now.hasTag('busy'));
  const usual: readonly Group[] = user.downline_count > 0 ? ['mine', 'downline', 'all'] : ['mine', 'all'];
  const groups = usual.includes(group) ? usual : [...usual, group];
  const also = restWords(rest);
  return (
    <form
      className="scope-form"
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({
          type: 'broadcast.select',
          selection: { contacts_scope: { ...rest, contact_group: group, search: [...filters] } },
        });
        onDone();
      }}
    >
      <SelectField
        label="Contacts"
        labelHidden
        value={group}
        options={groups.map((value) => ({ value, label: GROUP_WORDS[value] }))}
        onChange={({ currentTarget }) => setGroup(currentTarget.value as Group)}
      />
      {filters.map((filter) => (
        <Chip
          key={JSON.stringify(filter)}
          kind="remove"
          field={capital(fieldWord(filter.field))}
          onClick={() => setFilters(filters.filter((other) => other !== filter))}
        >
          {valueWords(filter, nameOf)}
        </Chip>
      ))}
      {also === '' ? null : (
        <Chip kind="remove" field="Also" onClick={() => setRest({})}>
          {also}
        </Chip>
      )}
      <Chip
        kind="add"
        icon={ListFilter}
        ref={add}
        aria-haspopup="dialog"
        aria-expanded={isAdding}
        onClick={() => setAdding(true)}
      >
        Filter
      </Chip>
      {source}
      <span className="end row">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" busy={isBusy}>
          Use these contacts
        </Button>
      </span>
      <Suspense>
        {isAdding ? (
          <FilterForm
            trigger={add}
            onClose={() => setAdding(false)}
            onAdd={(filter) => setFilters([...filters, filter])}
            onDuplicates={undefined}
          />
        ) : null}
      </Suspense>
    </form>
  );
}
