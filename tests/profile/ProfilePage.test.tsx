import { expect, test } from 'vitest';
import { PROFILE_TABS } from '../../src/views/profile/profile-tabs.ts';
import { ProfilePage } from '../../src/views/profile/ProfilePage.tsx';
import { only } from '../_kit/mount.ts';
import { actedFor, openAccount } from './own-account.tsx';

const OWN = ['password', 'two_factor', 'api', 'sessions'] as const;

test.each(OWN)('%s is nobody else’s: who acts is told so, and asks the server for nothing of it', async (tab) => {
  const { asked } = await openAccount(<ProfilePage tab={tab} setTab={() => undefined} />, {}, { user: actedFor() });

  expect(only('[role=tabpanel]').textContent).toMatch(
    /^Not available while you're logged in as another userYou're logged in as Dana Whitfield/u,
  );
  const names = ['listApiKeys', 'listOwnSessions', 'showApiToken', 'readTwoFactor'];
  expect(names.flatMap(asked)).toEqual([]);
});

test.each(PROFILE_TABS)('the tab %s is selected and names its panel', async (tab) => {
  await openAccount(<ProfilePage tab={tab} setTab={() => undefined} />, {
    readMedicareRegistered: { data: { registered: true, plan_year: 2027, since: null, missing: [] } },
    fetchSignup: { data: null },
  });

  const selected = only('[role=tab][aria-selected=true]');
  expect(only('[role=tabpanel]').getAttribute('aria-labelledby')).toBe(selected.id);
  expect([...document.querySelectorAll('[role=tab]')].indexOf(selected)).toBe(PROFILE_TABS.indexOf(tab));
});
