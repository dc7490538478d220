import { brandOf } from '#brands/brand.ts';
import type { SettingKey, SettingValue } from '#contract/settings.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { defaultOf } from './known-settings.ts';
import { findCurrent } from './settings.sql.ts';

/** The value of a setting for the account of a transaction. */
export async function settingIn({ config }: Pick<Deps, 'config'>, tx: Tx, key: SettingKey): Promise<SettingValue> {
  const [row] = await findCurrent(tx, [key]);
  return row?.value ?? defaultOf(key, brandOf(config.brand));
}
