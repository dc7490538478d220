import { useNavigate, useSearch } from '@tanstack/react-router';
import { ProfilePage } from './ProfilePage.tsx';
import { PROFILE_TABS, type ProfileTab } from './profile-tabs.ts';

/** The account page with the tab of the address. */
export function ProfileRoute() {
  const navigate = useNavigate();
  const search: { readonly tab?: ProfileTab } = useSearch({ strict: false });
  return (
    <ProfilePage
      tab={search.tab ?? PROFILE_TABS[0]}
      setTab={(tab) => void navigate({ to: '/account/profile', search: { ...search, tab }, replace: true })}
    />
  );
}
