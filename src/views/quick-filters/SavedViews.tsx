import { useRouter } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { listQuickFilters, type QuickFilter } from '#contract/quick-filters.contract.ts';
import type { ContactsSearch } from '../contacts/contacts-search.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { isSameView, searchOfScope } from './scope-search.ts';
import { ViewCount } from './ViewCount.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './quick-filters.css';

const ViewsPopover = lazyPart(() => import('./ViewsPopover.tsx'), 'ViewsPopover');

/** Maximum views next to the groups; the others are behind the button. Our choice: as many as fit. */
const SHOWN = 4;

/** The saved views of the list: the first ones with their counts, and a button for all of them. */
export function SavedViews({ search }: { search: ContactsSearch }) {
  const router = useRouter();
  const views = useResource(listQuickFilters, {});
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const known = views.data?.data ?? [];
  const hrefOf = ({ scope }: QuickFilter) =>
    router.buildLocation({ to: '/contacts', search: searchOfScope(scope) }).href;

  return (
    <div className="saved-views">
      {known.length > 0 ? (
        <nav className="tabs" aria-label="Saved views">
          {known.slice(0, SHOWN).map((view) => (
            <Anchor
              key={view.id}
              href={hrefOf(view)}
              aria-current={isSameView(searchOfScope(view.scope), search) ? 'page' : undefined}
            >
              {view.name}
              <ViewCount id={view.id} />
            </Anchor>
          ))}
        </nav>
      ) : null}
      <Button
        ref={trigger}
        look="plain"
        size="small"
        icon={Bookmark}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        Views
      </Button>
      <Suspense>
        {open ? (
          <ViewsPopover
            trigger={trigger}
            search={search}
            views={views}
            hrefOf={hrefOf}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
