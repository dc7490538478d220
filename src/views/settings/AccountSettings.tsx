import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isThirdParty } from '#rules/settings/third-parties.ts';
import { useAccountSettings } from '../_base/use-account-settings.ts';
import { useApp } from '../_base/use-app.ts';
import { tellNotice } from './notice.ts';
import { THIRD_PARTY_SCRIPTS } from './third-party-scripts.ts';

/** Puts the settings of the account into effect on every page of a user. Shows nothing. */
export function AccountSettings() {
  const { boot } = useApp();
  const setting = useAccountSettings();
  const text = String(setting('notice')?.value ?? '');
  const isOn = setting('notice_on')?.value === true && text !== '';
  const isWarning = setting('notice_tone')?.value === 'warn';
  const link = String(setting('notice_link')?.value ?? '');
  const version = `${setting('notice_on')?.version ?? 0}.${setting('notice')?.version ?? 0}`;
  useEffect(() => tellNotice(isOn ? { text, isWarning, link, version } : null), [isOn, text, isWarning, link, version]);
  useEffect(() => () => tellNotice(null), []);

  // Others would meet the policy that the page came with.
  const used = (boot.third_parties ?? []).filter(isThirdParty);
  const ids = used.flatMap((key) => {
    const id = String(setting(key)?.value ?? '');
    return id === '' ? [] : [{ key, id }];
  });
  return ids.map(({ key, id }) => <ThirdParty key={key} of={key} id={id} />);
}

interface ThirdPartyProps {
  of: keyof typeof THIRD_PARTY_SCRIPTS;
  id: string;
}

/** The script of a provider, hidden on public pages. */
function ThirdParty({ of, id }: ThirdPartyProps) {
  const { show, hide, visit } = THIRD_PARTY_SCRIPTS[of];
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '/' });
  useEffect(() => {
    show(id);
    return hide;
  }, [show, hide, id]);
  useEffect(() => visit?.(page), [visit, page]);
  return null;
}
