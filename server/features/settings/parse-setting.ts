import type { SettingKey, SettingValue } from '#contract/settings.contract.ts';
import { isThirdParty, THIRD_PARTIES } from '#rules/settings/third-parties.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Column, email, line, phone, website } from '../../resource/columns.ts';
import { KNOWN_SETTINGS, type KnownSetting } from './known-settings.ts';

const TEXTS: Partial<Record<KnownSetting['type'], Column>> = { email, phone, url: website };

/** Returns a value in its type, cleaned. @throws {Refusal} `refused` under `value`, with the setting's label. */
export function parseSetting(key: SettingKey, written: SettingValue): SettingValue {
  const setting = KNOWN_SETTINGS[key];
  const refuse = (sentence: string) => refuseField('value', `${setting.label}: ${sentence}`);
  if (setting.type === 'switch') return parseSwitch(written, refuse);
  if (setting.type === 'number') return parseNumber(written, setting, refuse);
  const text = cleanText(key, String(written), refuse);
  if (setting.type === 'choice' && !setting.choices?.some(({ value }) => value === text))
    throw refuse(`Choose ${setting.choices?.map(({ label }) => label).join(' or ') ?? 'a value'}.`);
  if (isThirdParty(key) && text !== '' && !THIRD_PARTIES[key].fits(text))
    throw refuse(`Enter an ID like ${THIRD_PARTIES[key].example}. Scripts aren't accepted.`);
  if (setting.max !== undefined && text.length > setting.max) throw refuse(`Use at most ${setting.max} characters.`);
  if (text === '' && KNOWN_SETTINGS[key].default !== '') throw refuse('Enter a value, or restore the default.');
  return text;
}

type Refuse = (sentence: string) => Refusal;

function parseSwitch(written: SettingValue, refuse: Refuse): boolean {
  if (written === true || written === 'true') return true;
  if (written === false || written === 'false') return false;
  throw refuse('Choose on or off.');
}

function parseNumber(written: SettingValue, { range = [0, 0] }: KnownSetting, refuse: Refuse): number {
  const text = typeof written === 'string' ? cleanLine(written) : written;
  const number = typeof text === 'boolean' || text === '' ? Number.NaN : Number(text);
  const [least, greatest] = range;
  if (!Number.isInteger(number) || number < least || number > greatest)
    throw refuse(`Enter a whole number from ${least} to ${greatest}.`);
  return number;
}

/** By the rules that other records have. */
function cleanText(key: SettingKey, text: string, refuse: Refuse): string {
  const { type, label } = KNOWN_SETTINGS[key];
  try {
    return String((TEXTS[type] ?? line)(text, { field: 'value', label }));
  } catch (error) {
    throw error instanceof Refusal ? refuse(error.message) : error;
  }
}
