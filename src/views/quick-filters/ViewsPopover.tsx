import { Copy, Pencil, RefreshCw, Share2, Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import {
  createQuickFilter,
  deleteQuickFilter,
  listQuickFilters,
  type QuickFilter,
  readQuickFilter,
  updateQuickFilter,
} from '#contract/quick-filters.contract.ts';
import type { ContactsSearch } from '../contacts/contacts-search.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import type { Resource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Popover } from '../_kit/overlays/Popover.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { isSameView, searchOfScope } from './scope-search.ts';
import { ViewCount } from './ViewCount.tsx';

const CHANGED = [listQuickFilters, readQuickFilter];

interface ViewsPopoverProps {
  trigger: RefObject<HTMLElement | null>;
  /** Current scope of the list. */
  search: ContactsSearch;
  views: Resource<{ data: QuickFilter[] }>;
  hrefOf: (view: QuickFilter) => string;
  onClose: () => void;
}

/** All saved views, and what is shown as a new one. */
export function ViewsPopover({ trigger, search, views, hrefOf, onClose }: ViewsPopoverProps) {
  const known = views.data?.data ?? [];
  const frame = useFocusKept<HTMLDivElement>('.view-line .icon-btn', 'input');
  return (
    <Popover label="Saved views" trigger={trigger} open onClose={onClose}>
      <div className="views-popover" ref={frame}>
        {views.data === null && views.error !== null ? (
          <Note tone="bad" role="alert" title={views.error.message}>
            <Button size="small" onClick={views.reload}>
              Try again
            </Button>
          </Note>
        ) : null}
        {views.pending ? <SkeletonLines lines={3} label="Loading views" /> : null}
        {views.data !== null && known.length === 0 ? (
          <p className="soft">A view saves this list's group, search, filters and sort order.</p>
        ) : null}
        <ul>
          {known.map((view) => (
            <ViewLine key={view.id} view={view} href={hrefOf(view)} search={search} onClose={onClose} />
          ))}
        </ul>
        <SaveView search={search} known={known} />
      </div>
    </Popover>
  );
}

interface ViewLineProps {
  view: QuickFilter;
  href: string;
  search: ContactsSearch;
  onClose: () => void;
}

function ViewLine({ view, href, search, onClose }: ViewLineProps) {
  const { user, toasts } = useApp();
  const [renaming, setRenaming] = useState(false);
  const change = useSubmit(updateQuickFilter, {
    invalidates: CHANGED,
    onDone: () => setRenaming(false),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const remove = useRemove(view);
  const copy = useCopy(view);
  const params = { id: view.id };
  const isShown = isSameView(searchOfScope(view.scope), search);
  if (renaming)
    return (
      <li className="view-line">
        <RenameForm
          view={view}
          busy={change.state === 'submitting'}
          onRename={(name) => change.submit({ params, body: { name } })}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  return (
    <li className="view-line">
      <Anchor href={href} className="view-link" aria-current={isShown ? 'page' : undefined} onClick={onClose}>
        {view.name}
        <ViewCount id={view.id} />
      </Anchor>
      {view.mine ? (
        <span className="end row">
          {isShown ? null : (
            <IconButton
              icon={RefreshCw}
              size="small"
              label={`Update ${view.name} to the current list`}
              onClick={() => change.submit({ params, body: { scope: ContactsScope.parse(search) } })}
            />
          )}
          <IconButton icon={Pencil} size="small" label={`Rename ${view.name}`} onClick={() => setRenaming(true)} />
          {user.downline_count > 0 ? (
            <IconButton
              icon={Share2}
              size="small"
              label={view.shared ? `Stop sharing ${view.name}` : `Share ${view.name} with my downline`}
              aria-pressed={view.shared}
              onClick={() => change.submit({ params, body: { shared: !view.shared } })}
            />
          ) : null}
          <IconButton icon={Trash2} size="small" label={`Remove ${view.name}`} onClick={remove} />
        </span>
      ) : (
        <span className="end row">
          <span className="meta quiet">{view.owner.name}</span>
          <IconButton icon={Copy} size="small" label={`Copy ${view.name} to my views`} onClick={copy} />
        </span>
      )}
    </li>
  );
}

interface RenameFormProps {
  view: QuickFilter;
  busy: boolean;
  onRename: (name: string) => void;
  onCancel: () => void;
}

function RenameForm({ view, busy, onRename, onCancel }: RenameFormProps) {
  const [name, setName] = useState(view.name);
  return (
    <form
      className="view-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === view.name) onCancel();
        else onRename(name);
      }}
    >
      <TextField
        label={`Name of ${view.name}`}
        labelHidden
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- renaming starts with typing
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" size="small" busy={busy}>
        Rename
      </Button>
    </form>
  );
}

/** Makes a shared view one of the user's own: it stays when its owner changes or unshares theirs. */
function useCopy({ name, scope }: QuickFilter): () => void {
  const { toasts } = useApp();
  const create = useLastingSubmit(createQuickFilter, {
    invalidates: CHANGED,
    onDone: () => toasts.show({ tone: 'good', text: `${name} copied to your views` }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return () => create({ body: { name, scope, shared: false } });
}

/** Removes a view; Undo saves it again as it was. */
function useRemove(view: QuickFilter): () => void {
  const { toasts } = useApp();
  const again = useLastingSubmit(createQuickFilter, {
    invalidates: CHANGED,
    onDone: () => toasts.show({ tone: 'good', text: `${view.name} restored` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const { name, scope, shared } = view;
  const remove = useLastingSubmit(deleteQuickFilter, {
    invalidates: CHANGED,
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: `${name} removed`,
        action: { label: 'Undo', run: () => again({ body: { name, scope, shared } }) },
      }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return () => remove({ params: { id: view.id } });
}

function SaveView({ search, known }: { search: ContactsSearch; known: readonly QuickFilter[] }) {
  const { user, toasts } = useApp();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const same = known.find(({ scope }) => isSameView(searchOfScope(scope), search));
  const save = useSubmit(createQuickFilter, {
    invalidates: CHANGED,
    onDone: ({ data }) => {
      setName('');
      toasts.show({ tone: 'good', text: `Saved as ${data.name}` });
    },
  });
  return (
    <form
      className="view-save"
      onSubmit={(event) => {
        event.preventDefault();
        save.submit({ body: { name, shared, scope: ContactsScope.parse(search) } });
      }}
    >
      <TextField
        label="Save current list as"
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        hint={same ? `Same as ${same.name}` : undefined}
        error={save.state === 'failed' ? save.error?.message : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {user.downline_count > 0 ? (
        <Checkbox checked={shared} onCheckedChange={setShared}>
          Share with my downline
        </Checkbox>
      ) : null}
      <Button type="submit" look="primary" busy={save.state === 'submitting'}>
        Save view
      </Button>
    </form>
  );
}
