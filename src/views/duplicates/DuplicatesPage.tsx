import { UsersRound } from 'lucide-react';
import { useEffect } from 'react';
import { DUPLICATES_PAGE_SIZE, type DuplicateGroup, listDuplicates } from '#contract/duplicates.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { NotForYou } from '../_base/NotForYou.tsx';
import type { DuplicatesSearch } from './duplicates-search.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCount, formatRange } from '../_kit/format/format-count.ts';
import { Found } from '../_kit/display/Found.tsx';
import { Pager } from '../_kit/display/Pager.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { ContactHead } from './ContactHead.tsx';
import { comparedRows } from './compared.ts';
import { distinctName, mergeWhyNot, reasonSentence, VERDICT_WORDS } from './duplicate-words.ts';
import { SideBySide } from './SideBySide.tsx';
import { mergeHref, useDismiss, useMergeRefusal } from './use-merging.ts';
import './duplicates.css';

const CRUMBS = [{ label: 'Contacts', href: '/contacts' }];

const TABS = [
  { key: 'all', label: 'All' },
  { key: 'same', label: VERDICT_WORDS.same },
  { key: 'likely', label: 'Possible' },
] as const;
type Verdict = (typeof TABS)[number]['key'];

const searchOf = (verdict: Verdict): DuplicatesSearch => (verdict === 'all' ? {} : { verdict });

interface DuplicatesPageProps {
  search: DuplicatesSearch;
  setSearch: (next: DuplicatesSearch) => void;
}

/** Groups of possible duplicates to compare, merge or mark as different people. */
export function DuplicatesPage({ search, setSearch }: DuplicatesPageProps) {
  const gate = useGate('duplicates');
  const refusal = useMergeRefusal();
  const { verdict = 'all', page = 1 } = search;
  const list = useResource(
    listDuplicates,
    gate.allowed ? { query: { verdict, page, limit: DUPLICATES_PAGE_SIZE } } : null,
  );
  const frame = useFocusKept<HTMLUListElement>('.dup-merge', '.dup-different');
  const groups = list.isEarlier && list.error !== null ? [] : (list.data?.data ?? []);
  const total = list.isEarlier ? null : (list.data?.meta.total_count ?? null);
  const from = (page - 1) * DUPLICATES_PAGE_SIZE;
  const text = total === null ? '' : formatRange(from + 1, from + groups.length, total);
  const turn = (to: number) => () => setSearch({ ...search, page: to });
  // The last group of a page was resolved.
  const lastPage = Math.ceil((total ?? 0) / DUPLICATES_PAGE_SIZE);
  const isBeyond = total !== null && page > 1 && page > lastPage;
  useEffect(() => {
    if (isBeyond) setSearch({ ...search, page: Math.max(1, lastPage) });
    // oxlint-disable-next-line react/exhaustive-deps -- redirects once per such page
  }, [isBeyond, lastPage]);
  if (!gate.allowed) return <NotForYou reason={gate.reason} />;

  return (
    <>
      <PageBar
        title={titleOf('/contacts/duplicates')}
        crumbs={CRUMBS}
        scope={
          total === null ? undefined : (
            <>
              <b>
                {formatCount(total)}
                {list.data?.meta.is_cut ? '+' : ''}
              </b>{' '}
              {total === 1 ? 'group' : 'groups'}
            </>
          )
        }
        actions={refusal === undefined ? <ButtonLink href="/contacts/merges">Merge history</ButtonLink> : undefined}
      />
      <Tabs
        label="Match confidence"
        className="views"
        items={TABS.map((tab) => ({
          ...tab,
          count: tab.key === verdict && total !== null ? formatCount(total) : undefined,
        }))}
        current={verdict}
        onSelect={(key) => setSearch(searchOf(key as Verdict))}
      >
        <div className="scroll">
          {groups.length > 0 && refusal !== undefined ? (
            <p className="meta soft dup-why">{mergeWhyNot(refusal)}</p>
          ) : null}
          {groups.length > 0 ? (
            <ul className="dup-groups" ref={frame} aria-busy={list.refreshing || undefined}>
              {groups.map((group) => (
                <li key={group.key}>
                  <Group group={group} />
                </li>
              ))}
            </ul>
          ) : (
            <Nothing list={{ ...list, pending: list.pending || isBeyond }} verdict={verdict} />
          )}
        </div>
        {groups.length > 0 ? (
          <Pager
            text={text}
            heard={false}
            onPrevious={page > 1 ? turn(page - 1) : undefined}
            onNext={total !== null && from + groups.length < total ? turn(page + 1) : undefined}
          />
        ) : null}
      </Tabs>
      <Found asked={JSON.stringify(search)} text={total === null ? null : text} />
    </>
  );
}

function Group({ group: { verdict, reasons, contacts } }: { group: DuplicateGroup }) {
  const { user } = useApp();
  const { dismiss, isBusy } = useDismiss();
  const refusal = useMergeRefusal();
  const ids = contacts.map(({ id }) => id);
  const named = contacts.map((contact) => ({ ...contact, name: distinctName(contact, contacts) }));
  const label = named.map(({ name }) => name).join(', ');
  const mayWrite = user.permissions.includes('contacts.write');
  return (
    <section className="card dup-group" aria-label={label}>
      <header>
        <div className="grow">
          <h2>{VERDICT_WORDS[verdict]}</h2>
          <p className="meta soft">{reasonSentence(reasons)}</p>
        </div>
        <span className="row dup-acts">
          {mayWrite ? (
            <Button
              size="small"
              look="plain"
              className="dup-different"
              busy={isBusy}
              aria-label={`Different people: ${label}`}
              onClick={() => dismiss(ids)}
            >
              Different people
            </Button>
          ) : null}
          {refusal === undefined ? (
            <ButtonLink size="small" href={mergeHref(ids)} className="dup-merge" aria-label={`Merge… ${label}`}>
              Merge…
            </ButtonLink>
          ) : (
            <Button size="small" className="dup-merge" refusal={refusal}>
              Merge…
            </Button>
          )}
        </span>
      </header>
      <SideBySide
        label={label}
        columns={named.map((contact) => ({
          id: contact.id,
          name: contact.name,
          head: <ContactHead contact={contact} name={contact.name} />,
        }))}
        rows={comparedRows(contacts)}
      />
    </section>
  );
}

interface NothingProps {
  list: { pending: boolean; error: { message: string; requestId: string | null } | null; reload: () => void };
  verdict: Verdict;
}

/** The list without a group: loading, failed or empty. */
function Nothing({ list, verdict }: NothingProps) {
  if (list.error)
    return (
      <ErrorPanel
        title="Couldn't load duplicates"
        text={list.error.message}
        requestId={list.error.requestId}
        actions={<Button onClick={list.reload}>Try again</Button>}
      />
    );
  if (list.pending)
    return (
      <div className="dup-groups">
        <SkeletonLines lines={10} label="Loading duplicates" />
      </div>
    );
  return (
    <EmptyState
      icon={UsersRound}
      title={verdict === 'all' ? 'No duplicates' : 'None of this type'}
      text="Contacts that look like the same person appear here, matched by name, phone, e-mail, birth date and address. New and imported contacts are checked automatically."
      action={<ButtonLink href="/contacts">Go to contacts</ButtonLink>}
    />
  );
}
