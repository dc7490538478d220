import { ChevronRight, Menu } from 'lucide-react';
import { Fragment, type ReactNode, use } from 'react';
import { classes } from '../_kit/format/class-names.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { FrameContext } from './frame-slots.ts';
import { usePageTitle } from './use-page-title.ts';

export interface PageBarProps {
  title: string;
  /** Parent pages; with them the title becomes the last breadcrumb. */
  crumbs?: readonly { label: string; href: string }[];
  /** The page shows its own name: on a phone the back link is here instead. */
  namedBelow?: boolean;
  /** Description of the content with counts in <b>: "Mine, Texas: <b>214</b> of <b>9,031</b>". */
  scope?: ReactNode;
  /** The page's one primary action, or the few of a running job. */
  actions?: ReactNode;
  /** Several actions take a line of their own on a phone. */
  manyActions?: boolean;
  /** Quiet icon buttons between the actions and the freshness. */
  tools?: ReactNode;
}

/** The head of a page. Freshness, bell, menu button and banner come from the frame around it. */
export function PageBar({
  title,
  crumbs: own = [],
  namedBelow = false,
  scope,
  actions,
  manyActions = false,
  tools,
}: PageBarProps) {
  const frame = use(FrameContext);
  usePageTitle(title);
  const crumbs = [...(frame?.crumbs ?? []), ...own];
  const hasCrumbs = crumbs.length > 0;
  return (
    <>
      <header className={classes('topbar', hasCrumbs && 'has-crumbs', namedBelow && 'is-named-below')}>
        {frame ? <IconButton icon={Menu} label="Menu" className="menu-btn" onClick={frame.openMenu} /> : null}
        {hasCrumbs ? <Crumbs crumbs={crumbs} stays={namedBelow} /> : null}
        <h1 className="cut">{title}</h1>
        {scope ? <p className="scope cut">{scope}</p> : null}
        <div className="tools">
          {actions ? <div className={classes('doing', manyActions && 'is-many')}>{actions}</div> : null}
          {tools}
          {frame?.freshness}
          {frame?.notifications}
        </div>
      </header>
      {frame?.banner}
    </>
  );
}

interface CrumbsProps {
  crumbs: readonly { label: string; href: string }[];
  /** On a phone too. */
  stays: boolean;
}

function Crumbs({ crumbs, stays }: CrumbsProps) {
  return (
    <nav className={classes('crumbs', !stays && 'not-small')} aria-label="Breadcrumbs">
      {crumbs.map((crumb) => (
        <Fragment key={crumb.href}>
          <Anchor href={crumb.href} className="cut">
            {crumb.label}
          </Anchor>
          <Icon of={ChevronRight} />
        </Fragment>
      ))}
    </nav>
  );
}
