import { Lock, type LucideIcon, Search } from 'lucide-react';
import type { Brand } from '#brands/brand.ts';
import { classes } from '../_kit/format/class-names.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Kbd } from '../_kit/display/Kbd.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { BrandMark } from './BrandMark.tsx';
import type { PersonMenuProps } from './PersonChoices.tsx';
import { PersonMenu } from './PersonMenu.tsx';

export interface NavItem {
  key: string;
  label: string;
  href: string;
  icon: LucideIcon;
  /** "4", "1 running" */
  count?: string | undefined;
  /** Why the plan does not include it: "Needs the premium plan". It stays visible, locked. */
  locked?: string | undefined;
  current?: boolean;
  /** Begins a group. */
  isFirst?: boolean;
}

export interface RailProps extends PersonMenuProps {
  brand: Brand;
  nav: readonly NavItem[];
  onSearch: () => void;
}

/** Content of the rail and the sheet, from the brand down to the user. */
export function RailContent({ brand, nav, onSearch, ...person }: RailProps) {
  return (
    <>
      <div className="brand">
        <BrandMark brand={brand} />
        <span className="txt">{brand.name}</span>
      </div>
      <button className="find" type="button" onClick={onSearch} title="Search or go to (Ctrl K)">
        <Icon of={Search} />
        <span className="txt">Search or go to</span>
        <Kbd keys="Ctrl K" />
      </button>
      <nav aria-label="Main">
        <ul className="nav">
          {nav.map((item) => (
            <li key={item.key} className={classes(item.isFirst === true && 'is-first')}>
              <NavLink item={item} />
            </li>
          ))}
        </ul>
      </nav>
      <PersonMenu {...person} />
    </>
  );
}

function NavLink({ item }: { item: NavItem }) {
  return (
    <Anchor
      href={item.href}
      className={classes(item.locked !== undefined && 'locked')}
      title={item.locked ?? item.label}
      aria-current={item.current ? 'page' : undefined}
    >
      <Icon of={item.icon} />
      <span className="txt">{item.label}</span>
      {item.count === undefined ? null : <span className="count">{item.count}</span>}
      {item.locked === undefined ? null : (
        <>
          <span className="sr">, locked: {item.locked}</span>
          <Icon of={Lock} className="end" />
        </>
      )}
    </Anchor>
  );
}
