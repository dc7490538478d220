import { type ReactNode, Suspense, useState } from 'react';
import { classes } from '../_kit/format/class-names.ts';
import { FrameContext } from './frame-slots.ts';
import type { PageBarProps } from './PageBar.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { RailContent, type RailProps } from './Rail.tsx';

const NavSheet = lazyPart(() => import('./NavSheet.tsx'), 'NavSheet');

export interface AppFrameProps extends RailProps {
  /** `<ActingBar>` while logged in as someone else. */
  acting?: ReactNode;
  /** `<Freshness>`, shown in every page bar. */
  freshness?: ReactNode;
  /** The bell, shown in every page bar. */
  notifications?: ReactNode;
  /** `<Banner>`s, shown below every page bar. */
  banner?: ReactNode;
  /** Breadcrumbs before those of the page. */
  crumbs?: PageBarProps['crumbs'];
  /** Between the rail and the page: the other pages of its kind. */
  side?: ReactNode;
  /** Phone and assistant, at the lower right. */
  dock?: ReactNode;
  /** `<Toasts>`: first on the page, so that Undo is one Tab away when the pressed button has disappeared. */
  toasts?: ReactNode;
  /** The page: a `<PageBar>` first. */
  children: ReactNode;
}

/** Frame around every page of a signed-in user. Draws its props; decides nothing. */
export function AppFrame(props: AppFrameProps) {
  const { acting, freshness, notifications, banner, crumbs = [], side, dock, toasts, children, ...rail } = props;
  const [menuOpen, setMenuOpen] = useState(false);
  const slots = { openMenu: () => setMenuOpen(true), freshness, notifications, banner, crumbs };
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className={classes('app', Boolean(acting) && 'has-acting', Boolean(side) && 'has-side')}>
        {acting}
        <aside className="rail" aria-label="Menu">
          <RailContent {...rail} />
        </aside>
        {side}
        <main className="main" id="main" tabIndex={-1}>
          {toasts}
          <FrameContext value={slots}>{children}</FrameContext>
        </main>
      </div>
      {dock}
      <Suspense>{menuOpen ? <NavSheet {...rail} onClose={() => setMenuOpen(false)} /> : null}</Suspense>
      {acting ? <div className="acting-frame" /> : null}
    </>
  );
}
