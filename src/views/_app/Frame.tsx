import { useLocation, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useSelector as useStore } from '@xstate/store-react';
import { UserRound, VenetianMask } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { featureFactsOf } from '#rules/feature-facts.ts';
import { displayStore } from '../../store/display.store.ts';
import { isActing } from '../../machines/session/identity.ts';
import { AppFrame } from '../_frame/AppFrame.tsx';
import type { PersonEntry } from '../_frame/PersonMenu.tsx';
import { ImportBanner } from '../imports/ImportBanner.tsx';
import { ImportNotices } from '../imports/ImportNotices.tsx';
import { FrameActing } from './FrameActing.tsx';
import { FrameBanner } from './FrameBanner.tsx';
import { FrameDialogs } from './FrameDialogs.tsx';
import { FrameFreshness } from './FrameFreshness.tsx';
import { FrameToasts } from './FrameToasts.tsx';
import { navItems } from './nav-items.ts';
import { displayOf, optionsOf } from './show-display.ts';
import { useApp } from './use-app.ts';

const PeoplePicker = lazy(async () => ({ default: (await import('../users/PeoplePicker.tsx')).PeoplePicker }));

/** What stands around every page of a signed-in person. */
export function Frame({ children }: { children: ReactNode }) {
  const { boot, brand, user, session, imports } = useApp();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const display = useStore(displayStore, ({ context }) => context.options);
  const running = useSelector(imports, ({ context }) => Object.keys(context.running).length);
  const search = useSearchKey();
  const [isPicking, setPicking] = useState(false);
  const entries: PersonEntry[] = [{ label: 'Profile', icon: UserRound, href: '/account/profile' }];
  if (user.permissions.includes('users.actAs')) {
    entries.push({ label: 'Act for somebody…', icon: VenetianMask, onSelect: () => setPicking(true) });
  }
  return (
    <AppFrame
      acting={isActing(user.identity) ? <FrameActing /> : null}
      brand={brand}
      nav={navItems({ permissions: user.permissions, features: featureFactsOf(boot, user) }, path, {
        imports: running === 0 ? undefined : `${running} running`,
      })}
      onSearch={search}
      person={{
        name: `${user.first_name} ${user.last_name}`,
        detail: [brand.roleLabels[user.roles[0] ?? 'agent'], user.business_unit.name].filter(Boolean).join(', '),
      }}
      display={optionsOf(display)}
      onDisplayChange={(options) => displayStore.trigger.choose({ chosen: displayOf(options) })}
      entries={entries}
      onSignOut={() => session.send({ type: 'session.signOut' })}
      freshness={<FrameFreshness />}
      banner={
        <>
          <ImportBanner />
          <FrameBanner />
        </>
      }
      toasts={<FrameToasts />}
    >
      {children}
      <ImportNotices />
      <FrameDialogs />
      {isPicking ? (
        <Suspense>
          <PeoplePicker open onClose={() => setPicking(false)} />
        </Suspense>
      ) : null}
    </AppFrame>
  );
}

/** Goes to the search of the contact list; also by Ctrl K. */
function useSearchKey(): () => void {
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void toSearch(navigate);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate]);
  return () => void toSearch(navigate);
}

async function toSearch(navigate: ReturnType<typeof useNavigate>): Promise<void> {
  if (location.pathname !== '/contacts') await navigate({ to: '/contacts' });
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus());
}
