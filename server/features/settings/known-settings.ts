import type { Brand } from '#brands/brand.ts';
import { supportOf } from '#brands/legal-pages.ts';
import { MAX_FILE_BYTES } from '#contract/files.contract.ts';
import { SETTING_KEYS, type SETTING_TYPES, type SettingKey, type SettingValue } from '#contract/settings.contract.ts';
import { THIRD_PARTIES, type ThirdPartyKey } from '#rules/settings/third-parties.ts';

/** `public`: anyone, without a session. `users`: every signed-in user. `admins`: those who may change it. */
type Readers = 'public' | 'users' | 'admins';

export interface KnownSetting {
  /** In addresses. Never given to another setting. */
  readonly id: number;
  readonly group: 'Support' | 'Notice' | 'Files' | 'Help widget and analytics';
  readonly label: string;
  readonly description: string;
  readonly type: (typeof SETTING_TYPES)[number];
  readonly readers: Readers;
  readonly default: SettingValue | ((brand: Brand) => SettingValue);
  /** Characters of a text at most. */
  readonly max?: number;
  /** Least and greatest number. */
  readonly range?: readonly [least: number, greatest: number];
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

const MOST_MB = MAX_FILE_BYTES / 2 ** 20;

const idOf = (id: number, key: ThirdPartyKey, what: string): KnownSetting => ({
  id,
  group: 'Help widget and analytics',
  label: `${THIRD_PARTIES[key].name} ID`,
  description: `Loads ${what} of ${THIRD_PARTIES[key].name} for signed-in users when they next load the page. Its script can read what is on screen, so sign an agreement with the provider first. Empty: off.`,
  type: 'text',
  readers: 'users',
  default: '',
  max: 40,
});

const support = {
  group: 'Support',
  readers: 'public',
} as const;
const notice = { group: 'Notice', readers: 'users' } as const;

/** Every setting of an account, in the order of the page. */
export const KNOWN_SETTINGS: Readonly<Record<SettingKey, KnownSetting>> = {
  support_email: {
    ...support,
    id: 1,
    label: 'Support e-mail',
    description: 'Gets the requests of Get help, and is shown on the Contact us page.',
    type: 'email',
    default: (brand) => supportOf(brand).email,
  },
  support_phone: {
    ...support,
    id: 2,
    label: 'Support phone',
    description: 'Shown on the Contact us page and in Get help.',
    type: 'phone',
    default: (brand) => supportOf(brand).phone,
  },
  support_hours: {
    ...support,
    id: 3,
    label: 'Support hours',
    description: 'When someone answers the support phone.',
    type: 'text',
    default: (brand) => supportOf(brand).hours,
    max: 80,
  },
  notice_on: {
    ...notice,
    id: 4,
    label: 'Show the notice',
    description: 'Shows the notice to all signed-in users, on every page.',
    type: 'switch',
    default: false,
  },
  notice: {
    ...notice,
    id: 5,
    label: 'Notice',
    description: 'One sentence, such as planned maintenance.',
    type: 'text',
    default: '',
    max: 200,
  },
  notice_tone: {
    ...notice,
    id: 6,
    label: 'Kind of notice',
    description: 'A warning has another icon.',
    type: 'choice',
    default: 'info',
    choices: [
      { value: 'info', label: 'Information' },
      { value: 'warn', label: 'Warning' },
    ],
  },
  notice_link: {
    ...notice,
    id: 7,
    label: 'Link of the notice',
    description: 'Where users can read more. Empty: no link.',
    type: 'url',
    default: '',
  },
  handbook: {
    ...notice,
    group: 'Files',
    id: 8,
    label: 'Handbook',
    description: 'A PDF or an image for all users, offered on the help page under this name.',
    type: 'file',
    default: 'Agency handbook',
    max: 80,
  },
  contact_file_mb: {
    ...notice,
    group: 'Files',
    id: 9,
    label: 'Largest file of a contact',
    description: `In megabytes, from 1 to ${MOST_MB}. Larger files are refused.`,
    type: 'number',
    default: MOST_MB,
    range: [1, MOST_MB],
  },
  intercom_app_id: idOf(10, 'intercom_app_id', 'the help widget'),
  zendesk_key: idOf(11, 'zendesk_key', 'the help widget'),
  crisp_website_id: idOf(12, 'crisp_website_id', 'the help widget'),
  google_analytics_id: {
    ...idOf(13, 'google_analytics_id', 'the analytics'),
    description:
      'Counts visits of pages in Google Analytics, by the name of the page alone: no contact, search or user is sent. Turn off enhanced measurement there. Takes effect when users next load the page. Empty: off.',
  },
};

/** Keys in the order of the page. */
export const KEYS_IN_ORDER: readonly SettingKey[] = SETTING_KEYS.toSorted(
  (a, b) => KNOWN_SETTINGS[a].id - KNOWN_SETTINGS[b].id,
);

export const keyOfId = (id: number): SettingKey | null =>
  SETTING_KEYS.find((key) => KNOWN_SETTINGS[key].id === id) ?? null;

export function defaultOf(key: SettingKey, brand: Brand): SettingValue {
  const given = KNOWN_SETTINGS[key].default;
  return typeof given === 'function' ? given(brand) : given;
}
