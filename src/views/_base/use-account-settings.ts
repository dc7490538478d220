import { type CurrentSetting, type SettingKey, settings } from '#contract/settings.contract.ts';
import { useResource } from './use-resource.ts';

/** Returns the settings of the account that apply to every user, by key; `undefined` until they are loaded. */
export function useAccountSettings(): (key: SettingKey) => CurrentSetting | undefined {
  const loaded = useResource(settings.current, {}).data?.data ?? [];
  return (wanted) => loaded.find(({ key }) => key === wanted);
}
