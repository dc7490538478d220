import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon } from './Icon.tsx';
import { Anchor } from './Link.tsx';

export interface TabItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  count?: string | undefined;
}

interface TabLinksProps {
  /** Accessible name: "Saved views". */
  label: string;
  items: readonly (TabItem & { href: string })[];
  current: string;
  /** Content after the last tab, such as a "New view" button. */
  extra?: ReactNode;
  className?: string;
}

/** Tabs that are pages: a navigation with the current one marked. */
export function TabLinks({ label, items, current, extra, className }: TabLinksProps) {
  return (
    <nav className={classes('tabs', className)} aria-label={label}>
      {items.map((item) => (
        <Anchor key={item.key} href={item.href} aria-current={item.key === current ? 'page' : undefined}>
          <TabFace item={item} />
        </Anchor>
      ))}
      {extra}
    </nav>
  );
}

interface TabsProps {
  label: string;
  items: readonly TabItem[];
  current: string;
  onSelect: (key: string) => void;
  /** At the right of the tabs. */
  extra?: ReactNode;
  /** The panel of the current tab. */
  children: ReactNode;
  className?: string;
}

/** Tabs within a page. Arrow keys, Home and End move and select; Tab moves to the panel. */
export function Tabs({ label, items, current, onSelect, extra, children, className }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = neighbour(items, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.key);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.key}`)}`)?.focus();
  };
  const row = (
    <div
      className={classes('tabs', extra === undefined && className)}
      role="tablist"
      aria-label={label}
      ref={list}
      tabIndex={-1}
      onKeyDown={move}
    >
      {items.map((item) => (
        <button
          key={item.key}
          id={`${id}-${item.key}`}
          type="button"
          role="tab"
          aria-selected={item.key === current}
          aria-controls={`${id}-panel`}
          tabIndex={item.key === current ? 0 : -1}
          onClick={() => onSelect(item.key)}
        >
          <TabFace item={item} />
        </button>
      ))}
    </div>
  );
  return (
    <>
      {extra === undefined ? (
        row
      ) : (
        <div className={classes('tabs-row', className)}>
          {row}
          {extra}
        </div>
      )}
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}

function TabFace({ item }: { item: TabItem }) {
  return (
    <>
      {item.icon ? <Icon of={item.icon} /> : null}
      {item.label}
      {item.count === undefined ? null : <span className="count">{item.count}</span>}
    </>
  );
}

function neighbour(items: readonly TabItem[], current: string, key: string): TabItem | undefined {
  const at = items.findIndex((item) => item.key === current);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  return to === undefined ? undefined : items.at(to % items.length);
}
