import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isThirdParty, type ThirdPartyKey } from '#rules/settings/third-parties.ts';
import { useAccountSettings } from '../_base/use-account-settings.ts';
import { useApp } from '../_base/use-app.ts';
import { NoticeBanner } from './NoticeBanner.tsx';
import { THIRD_PARTY_SCRIPTS } from './third-party-scripts.ts';

/** Puts the settings of the account into effect on every page of a user: its notice, its help widget, its analytics. */
export function AccountSettings() {
  const { boot } = useApp();
  const setting = useAccountSettings();
  const text = String(setting('notice')?.value ?? '');
  const isOn = setting('notice_on')?.value === true && text !== '';
  // Others would meet the policy that the page came with.
  const allowed = (boot.third_parties ?? []).filter(isThirdParty);
  const ids = allowed.flatMap((key) => {
    const id = String(setting(key)?.value ?? '');
    return id === '' ? [] : [{ key, id }];
  });
  return (
    <>
      {isOn ? (
        <NoticeBanner
          text={text}
          isWarning={setting('notice_tone')?.value === 'warn'}
          link={String(setting('notice_link')?.value ?? '')}
          version={`${setting('notice_on')?.version ?? 0}.${setting('notice')?.version ?? 0}`}
        />
      ) : null}
      {ids.map(({ key, id }) => (
        <ThirdParty key={key} of={key} id={id} />
      ))}
    </>
  );
}

/** The script of a provider, hidden on public pages. */
function ThirdParty({ of, id }: { of: ThirdPartyKey; id: string }) {
  const { show, hide, visit } = THIRD_PARTY_SCRIPTS[of];
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '/' });
  useEffect(() => {
    show(id);
    return hide;
  }, [show, hide, id]);
  useEffect(() => visit?.(page), [visit, page]);
  return null;
}
