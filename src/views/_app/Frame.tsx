import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useSelector as useStore } from '@xstate/store-react';
import { Info, Keyboard, type LucideIcon, UserRound, VenetianMask, Workflow } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { adminGroupOf, labelOf, type PagePath } from '#rules/access/pages.ts';
import { permissionsOnPages } from '#rules/access/permissions.ts';
import { unreadTexts } from '../../store/unread-texts.ts';
import { displayStore } from '../../store/display.store.ts';
import { isActing } from '../../machines/session/identity.ts';
import { AppFrame } from '../_frame/AppFrame.tsx';
import type { PersonEntry } from '../_frame/PersonChoices.tsx';
import { WorkNotices } from '../_running/WorkNotices.tsx';
import { hasDialer } from '../../machines/phone/line-view.ts';
import { loadsLate } from '../../actors/_frame/late-part.ts';
import { CallListEvents } from '../call-list/CallListEvents.tsx';
import { FrameBell } from './FrameBell.tsx';
import { FrameBanner } from './FrameBanner.tsx';
import { FrameChat } from './FrameChat.tsx';
import { FrameDialogs } from './FrameDialogs.tsx';
import { FrameFreshness } from './FrameFreshness.tsx';
import { FramePhone, FramePops } from './FramePhone.tsx';
import { FrameToasts } from './FrameToasts.tsx';
import { navItems } from './nav-items.ts';
import { displayOf, optionsOf } from '../_base/show-display.ts';
import { useApp } from '../_base/use-app.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

/** Milliseconds after the frame: the page comes first. Ours, as long as the phone waits. */
const LATE_MS = 500;

const FrameActing = lazyPart(() => import('./FrameActing.tsx'), 'FrameActing');
const AdminNav = lazyPart(() => import('../admin/AdminNav.tsx'), 'AdminNav');
const PeoplePicker = lazyPart(() => import('../users/PeoplePicker.tsx'), 'PeoplePicker');
const FrameLate = lazyPart(
  loadsLate(LATE_MS, () => import('./FrameLate.tsx')),
  'FrameLate',
);
const Palette = lazyPart(() => import('../palette/Palette.tsx'), 'Palette');
const ShortcutsDialog = lazyPart(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog');

const entryOf = (href: PagePath, icon: LucideIcon): PersonEntry => ({ label: labelOf(href), icon, href });

/** Frame around every page of a signed-in user. */
export function Frame({ children }: { children: ReactNode }) {
  const { boot, brand, user, session, features, phone, chat } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const display = useStore(displayStore, ({ context }) => context.options);
  const running = useSelector(features.import, ({ context }) => Object.keys(context.running).length);
  const unread = useStore(unreadTexts);
  const [asked, setAsked] = useState<'person' | 'keys' | 'palette' | null>(null);
  const viewer = { permissions: user.permissions, features: featureFactsOf(boot, user) };
  const nav = navItems(viewer, {
    path,
    counts: {
      '/messages': unread ? `${unread}` : undefined,
      '/imports': running === 0 ? undefined : `${running} running`,
    },
  });
  const isAdmin = adminGroupOf(path) !== undefined;
  const find = () => setAsked('palette');
  useShortcuts(nav, { onFind: find, onHelp: () => setAsked('keys') });
  const signOut = () => session.send({ type: 'session.signOut' });
  const entries: PersonEntry[] = [entryOf('/account/profile', UserRound)];
  if (user.permissions.includes('users.actAs')) {
    entries.push({ label: 'Log in as…', icon: VenetianMask, onSelect: () => setAsked('person') });
  }
  if (permissionsOnPages(boot.app_env, user.permissions).includes('machines.inspect')) {
    entries.push(entryOf('/_machines', Workflow));
  }
  entries.push(entryOf('/help', Info));
  entries.push({ label: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => setAsked('keys') });
  return (
    <AppFrame
      acting={
        isActing(user.identity) ? (
          <Suspense fallback={<div className="acting" />}>
            <FrameActing />
          </Suspense>
        ) : null
      }
      brand={brand}
      nav={nav}
      onSearch={find}
      person={{
        name: `${user.first_name} ${user.last_name}`,
        detail: [brand.roleLabels[user.roles[0] ?? 'agent'], user.business_unit.name].filter(Boolean).join(', '),
        photo: user.profile.personal_photo,
      }}
      display={optionsOf(display)}
      onDisplayChange={(options) => displayStore.trigger.choose({ chosen: displayOf(options) })}
      entries={entries}
      onSignOut={signOut}
      freshness={<FrameFreshness />}
      notifications={<FrameBell />}
      banner={
        <>
          <FramePops />
          <FrameBanner />
        </>
      }
      crumbs={isAdmin ? [{ label: labelOf('/admin'), href: '/admin' }] : []}
      side={
        isAdmin ? (
          <Suspense fallback={<div className="subnav" />}>
            <AdminNav viewer={viewer} path={path} />
          </Suspense>
        ) : null
      }
      dock={
        <>
          <FramePhone />
          <FrameChat />
        </>
      }
      toasts={<FrameToasts />}
    >
      <Suspense>
        <FrameLate />
      </Suspense>
      {children}
      <CallListEvents />
      <WorkNotices />
      <FrameDialogs />
      <Suspense>
        {asked === 'palette' ? (
          // What it starts may open something else in its place.
          <Palette
            viewer={viewer}
            entries={entries}
            onSignOut={signOut}
            onClose={() => setAsked((now) => (now === 'palette' ? null : now))}
          />
        ) : null}
        {asked === 'person' ? <PeoplePicker open onClose={() => setAsked(null)} /> : null}
        {asked === 'keys' ? (
          <ShortcutsDialog
            places={nav}
            hasPhone={hasDialer(phone.view.get())}
            hasMax={chat.isThere.get()}
            onClose={() => setAsked(null)}
          />
        ) : null}
      </Suspense>
    </AppFrame>
  );
}
