import { ChevronDown, ListFilter } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { CONTACT_GROUPS, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { duplicateWords, fieldWord, GROUP_WORDS, type ScopeNames, valueWords } from '#rules/contacts/scope-sentence.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { capital } from '#rules/words/capital.ts';
import { Chip } from '../../_kit/display/Chip.tsx';
import { formatContacts } from '../../_kit/format/format-count.ts';
import { Found } from '../../_kit/display/Found.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { groupsOf } from '../../contacts/list/contact-groups.ts';
import { countCall } from '../../contacts/list/use-contact-list.ts';
import { useScopeNames } from '../../contacts/list/use-scope-names.tsx';
import { inOrder, ORDERS, orderOf } from '../chat-words.ts';
import type { MessageProps } from '../shown-chat.ts';
import { ScopePart } from './ScopePart.tsx';
import { WordsPart } from './WordsPart.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const FilterForm = lazyPart(() => import('../../contacts/list/FilterForm.tsx'), 'FilterForm');

interface ScopeCardProps extends MessageProps {
  payload: ContactsScopeInput;
}

/** The understood search as chips that can be edited and removed, with the count before the list opens. */
export function ScopeCard({ payload, message, view, send }: ScopeCardProps) {
  const scope = view.scopes[message.key] ?? payload;
  /** The filter being edited; `at: null`: a new one. */
  const [edited, setEdited] = useState<{ readonly at: number | null } | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { nameOf, source } = useNames(scope, message.metadata.names);
  const { boot, user } = useApp();
  const group = scope.all_downline ? 'all_agents' : (scope.contact_group ?? 'mine');
  const { count, isKnown, error } = useCount(scope, scope === payload ? message.metadata.count : undefined);
  const filters = scope.search ?? [];
  const stay = () => {
    if (view.leaving?.message === message.key) send({ type: 'leaving.cancel' });
  };
  const change = (next: Partial<ContactsScopeInput>) => {
    // Another list begins at its first page.
    const { page: _page, cursor: _cursor, ...rest } = scope;
    send({ type: 'scope.change', message: message.key, scope: { ...rest, ...next } });
  };
  const edit = (at: number | null) => (button: HTMLButtonElement) => {
    stay();
    trigger.current = button;
    setEdited({ at });
  };
  return (
    <section className="card-box scope-card" aria-label="Search scope">
      <div className="scope-chips">
        <ChoiceChip
          label="Owner"
          value={group}
          options={groupsOf(boot, user, group).map((value) => ({ value, label: GROUP_WORDS[value] }))}
          onChange={(contact_group) =>
            change({ contact_group: contact_group as (typeof CONTACT_GROUPS)[number], all_downline: false })
          }
        />
        {filters.map((filter, at) => (
          <ScopePart
            key={JSON.stringify(filter)}
            field={capital(fieldWord(filter.field))}
            value={valueWords(filter, nameOf)}
            onEdit={edit(at)}
            onRemove={() => change({ search: filters.filter((_, other) => other !== at) })}
          />
        ))}
        {scope.q ? <WordsPart words={scope.q} onEdit={stay} onSave={(q) => change({ q })} /> : null}
        {othersOf(scope).map(([words, without]) => (
          <Chip key={words} kind="remove" onClick={() => change(without)}>
            {words}
          </Chip>
        ))}
        <ChoiceChip
          label="Order"
          value={orderOf(scope)}
          options={ORDERS}
          onChange={(order) => change(inOrder(order))}
        />
        <Chip
          kind="add"
          icon={ListFilter}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => edit(null)(currentTarget)}
        >
          Filter
        </Chip>
      </div>
      {error === null ? null : (
        <p role="alert" className="meta card-error">
          {error}
        </p>
      )}
      {isKnown && count === 0 ? (
        <p className="soft">No contacts match. Change or remove a condition.</p>
      ) : (
        <Button look="primary" onClick={() => send({ type: 'scope.apply', scope })}>
          {isKnown && count !== null ? `Show ${formatContacts(count)}` : 'Show the contacts'}
        </Button>
      )}
      <Found
        asked={JSON.stringify(scope)}
        text={scope !== payload && isKnown && count !== null ? formatContacts(count) : null}
      />
      {source}
      <Suspense>
        {edited === null ? null : (
          <FilterForm
            trigger={trigger}
            onClose={() => setEdited(null)}
            onAdd={(filter) =>
              change({ search: edited.at === null ? [...filters, filter] : filters.with(edited.at, filter) })
            }
            onDuplicates={undefined}
            start={edited.at === null ? undefined : filters[edited.at]}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Names that the answer gave; of what is added here, those of the lists. */
function useNames({ search = [] }: ContactsScopeInput, given: MessageProps['message']['metadata']['names'] = []) {
  const givenName: ScopeNames = (id, field) => given.find((one) => one.id === id && one.field === field)?.name;
  const unnamed = search.filter(({ field, value }) =>
    [value].flat().some((id) => !given.some((one) => one.id === id && one.field === field)),
  );
  const { nameOf, source } = useScopeNames(unnamed);
  return { nameOf: ((id, field) => givenName(id, field) ?? nameOf(id, field)) satisfies ScopeNames, source };
}

/** Contacts of the scope: as in the reply, and counted again after an edit. */
function useCount(scope: ContactsScopeInput, given: number | undefined) {
  const { data, isEarlier, error } = useResource(listContacts, given === undefined ? countCall(scope) : null);
  const count = given ?? data?.meta.total_count ?? null;
  const isKnown = given !== undefined || (data !== null && !isEarlier);
  return { count, isKnown, error: isKnown ? null : (error?.message ?? null) };
}

/** Additional filters as text, with the scope without them. */
function othersOf(scope: ContactsScopeInput): [words: string, without: Partial<ContactsScopeInput>][] {
  const { type, category, representer_type, select_n } = scope;
  return [
    ...(type ? [[`Type ${type}`, { type: undefined }] as const] : []),
    ...(category ? [[`Category ${category}`, { category: undefined }] as const] : []),
    ...(representer_type
      ? [[`Owner a ${representer_type.replaceAll('_', ' ')}`, { representer_type: undefined }] as const]
      : []),
    ...(select_n ? [[`First ${select_n}`, { select_n: undefined }] as const] : []),
    ...duplicateWords(scope).map((words) => [capital(words), { duplicate: undefined }] as const),
  ].map(([words, without]) => [words, without]);
}

interface ChoiceChipProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A chip over the browser's own list. */
function ChoiceChip({ label, value, options, onChange }: ChoiceChipProps) {
  return (
    <span className="chip choice-chip">
      <b aria-hidden="true">{options.find((option) => option.value === value)?.label}</b>
      <Icon of={ChevronDown} />
      <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
