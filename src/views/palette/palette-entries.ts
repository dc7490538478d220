import { FileText, History, type LucideIcon, Phone, Search, UserRound } from 'lucide-react';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import { type NamedPage, pagesFor, type Viewer } from '#rules/access/pages.ts';
import { bestOf, fitting } from '#rules/palette/match-words.ts';
import { formatPhone, toE164 } from '#rules/phone/phone-number.ts';
import type { RecentContact } from '../../store/recent-contacts.store.ts';
import { fullName, listName } from '../contacts/list/contact-columns.ts';

/** What the palette offers: a place to go to, or something to do. */
export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon: LucideIcon;
  /** Reason why it can't be chosen. */
  readonly refusal?: string | undefined;
  readonly does: { readonly href: string } | { readonly run: () => void };
  /** Opens something in the palette's place, so the palette isn't closed. */
  readonly stays?: boolean | undefined;
}

export interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** Something to do on any page. */
interface PaletteAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  readonly stays?: boolean;
}

/** Pages, and contacts, that one query shows. Ours: the rest is found by typing on, or in the list. */
const SHOWN = 6;

interface Known {
  readonly viewer: Viewer;
  readonly typed: string;
  readonly recent: readonly RecentContact[];
  /** What the search has found for what is typed. */
  readonly found: readonly ContactRow[];
  readonly actions: readonly PaletteAction[];
  readonly dial: { readonly refusal: string | undefined; readonly call: (number: string) => void } | null;
}

const pageEntry = ({ path, label, goto, admin, locked }: NamedPage): PaletteEntry => ({
  key: `page ${path}`,
  label,
  detail: locked ?? (goto === undefined ? admin && `Admin, ${admin}` : `g ${goto}`),
  icon: FileText,
  refusal: locked,
  does: { href: path },
});

const actionEntry = ({ label, icon, run, stays }: PaletteAction): PaletteEntry => ({
  key: `action ${label}`,
  label,
  icon,
  does: { run },
  stays,
});

const contactEntry = (row: ContactRow): PaletteEntry => ({
  key: `contact ${row.number}`,
  label: fullName(row) || listName(row),
  detail: [row.phone ? formatPhone(row.phone) : row.email, row.city].filter(Boolean).join(', '),
  icon: UserRound,
  does: { href: `/contacts/${row.number}` },
});

const recentEntry = ({ number, name }: RecentContact): PaletteEntry => ({
  key: `recent ${number}`,
  label: name,
  icon: History,
  does: { href: `/contacts/${number}` },
});

/** What the palette shows for what is typed, group by group; empty groups are left out. */
export function groupsOf({ viewer, typed, recent, found, actions, dial }: Known): PaletteGroup[] {
  const pages = pagesFor(viewer);
  const number = toE164(typed);
  if (typed === '') {
    const main = pages.filter(({ goto, locked }) => goto !== undefined && locked === undefined);
    return shown([
      ['Recent contacts', recent.map(recentEntry)],
      ['Actions', actions.map(actionEntry)],
      ['Pages', main.map(pageEntry)],
    ]);
  }
  const call: PaletteEntry[] =
    dial === null || number === null
      ? []
      : [
          {
            key: 'call',
            label: `Call ${formatPhone(number)}`,
            detail: dial.refusal,
            icon: Phone,
            refusal: dial.refusal,
            does: { run: () => dial.call(number) },
          },
        ];
  const search: PaletteEntry = {
    key: 'search',
    label: `Search contacts for “${typed}”`,
    icon: Search,
    does: { href: `/contacts?contact_group=all&q=${encodeURIComponent(typed)}` },
  };
  return shown([
    ['Contacts', [...call, ...bestOf(found.map(contactEntry), typed).slice(0, SHOWN)]],
    ['Actions', fitting(actions, typed).map(actionEntry)],
    ['Pages', fitting(pages, typed).slice(0, SHOWN).map(pageEntry)],
    ['Search', viewer.permissions.includes('contacts.read') ? [search] : []],
  ]);
}

const shown = (groups: readonly (readonly [string, readonly PaletteEntry[]])[]): PaletteGroup[] =>
  groups.flatMap(([title, entries]) => (entries.length === 0 ? [] : [{ title, entries }]));
