import { useBlocker } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { isActing } from '../../machines/session/identity.ts';
import type { TwoFactorSetupActor } from '../../machines/two-factor/two-factor-setup.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { ApiKeysCard } from '../api-access/ApiKeysCard.tsx';
import { ApiTokenCard } from '../api-access/ApiTokenCard.tsx';
import { OwnFeatures } from '../flags/OwnFeatures.tsx';
import { WhyHere } from '../guards/WhyHere.tsx';
import { PasswordChange } from '../passwords/PasswordChange.tsx';
import { OwnSessions } from '../session/OwnSessions.tsx';
import { CsgCard } from '../quotes/CsgCard.tsx';
import { LicensingTab } from '../signups/LicensingTab.tsx';
import { TwoFactorTab } from '../two-factor/TwoFactorTab.tsx';
import { DisplayTab } from './DisplayTab.tsx';
import { NotWhileActing } from './NotWhileActing.tsx';
import { OwnTab } from './OwnTab.tsx';
import { PROFILE_TABS, type ProfileTab } from './profile-tabs.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './profile.css';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

const LABELS: Readonly<Record<ProfileTab, string>> = {
  profile: 'Profile',
  licensing: 'Licensing',
  password: 'Password',
  two_factor: 'Two-factor',
  display: 'Display',
  api: 'API',
  sessions: 'Sessions',
  features: 'Plan and features',
};

/** Sections that no one else may see or change. */
const OWN_ALONE = {
  password: 'this password',
  two_factor: 'these codes',
  api: 'these keys',
  sessions: 'these sessions',
} as const;

interface ProfilePageProps {
  tab: ProfileTab;
  setTab: (tab: ProfileTab) => void;
}

/** The own account: who one is, how one signs in, what works for one. */
export function ProfilePage(props: ProfilePageProps) {
  const { user } = useApp();
  return isActing(user.identity) ? <Account {...props} twoFactor={null} /> : <OwnAccount {...props} />;
}

/** Two-factor lives here, above the tabs: another tab does not lose codes that are shown once. */
function OwnAccount(props: ProfilePageProps) {
  const { session } = useApp();
  const { twoFactor: machine } = usePageMachines();
  const twoFactor = usePageMachine(
    machine.provide({ actions: { tellChanged: () => session.send({ type: 'session.refresh' }) } }),
  );
  return (
    <>
      <Account {...props} twoFactor={twoFactor} />
      <KeepCodes actor={twoFactor} />
    </>
  );
}

interface AccountProps extends ProfilePageProps {
  /** `null`: someone is logged in as this user. */
  twoFactor: TwoFactorSetupActor | null;
}

function Account({ tab, setTab, twoFactor }: AccountProps) {
  return (
    <>
      <PageBar title={titleOf('/account/profile')} />
      <div className="scroll">
        <div className="body">
          <div className="settings">
            <WhyHere />
            <Tabs
              label="Account sections"
              items={PROFILE_TABS.map((key) => ({ key, label: LABELS[key] }))}
              current={tab}
              onSelect={(key) => setTab(key as ProfileTab)}
            >
              <TabPanel tab={tab} twoFactor={twoFactor} />
            </Tabs>
          </div>
        </div>
      </div>
    </>
  );
}

function TabPanel({ tab, twoFactor }: Pick<AccountProps, 'tab' | 'twoFactor'>) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  if (tab === 'profile') return <OwnTab acting={twoFactor === null} />;
  if (tab === 'licensing') return <LicensingTab />;
  if (tab === 'display') return <DisplayTab />;
  if (tab === 'features') return <OwnFeatures />;
  if (twoFactor === null) return <NotWhileActing what={OWN_ALONE[tab]} />;
  switch (tab) {
    case 'password':
      return <PasswordChange />;
    case 'two_factor':
      return <TwoFactorTab actor={twoFactor} username={user.username} zone={zone} />;
    case 'api':
      return (
        <div className="settings-parts">
          <ApiTokenCard zone={zone} />
          <ApiKeysCard zone={zone} />
          {user.permissions.includes('integrations.manage') ? <CsgCard zone={zone} /> : null}
        </div>
      );
    case 'sessions':
      return <OwnSessions zone={zone} />;
  }
}

/** Asks before leaving the page with recovery codes that are shown once. */
function KeepCodes({ actor }: { actor: TwoFactorSetupActor }) {
  const areShown = useSelector(actor, (snapshot) => snapshot.hasTag('codes'));
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => areShown && current.pathname !== next.pathname,
    enableBeforeUnload: () => areShown,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Suspense>
      <AlertDialog
        open
        title="Leave without your recovery codes?"
        confirmLabel="I've saved them"
        cancelLabel="Stay here"
        onConfirm={() => {
          actor.send({ type: 'twoFactor.kept' });
          leaving.proceed();
        }}
        onCancel={leaving.reset}
      >
        <p>You won't see them again. Without your phone, they're the only way to sign in.</p>
      </AlertDialog>
    </Suspense>
  );
}
