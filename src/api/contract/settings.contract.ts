import * as z from 'zod/mini';
import { Id, Instant } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { type About, listed, resource } from './resource.ts';

// ---- constants -------------------------------------------------------------

export const SETTING_TYPES = ['switch', 'number', 'text', 'url', 'email', 'phone', 'choice', 'file'] as const;
export const SETTING_KEYS = [
  'support_email',
  'support_phone',
  'support_hours',
  'notice',
  'notice_tone',
  'notice_link',
  'notice_on',
  'handbook',
  'contact_file_mb',
  'intercom_app_id',
  'zendesk_key',
  'crisp_website_id',
  'google_analytics_id',
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];

/** Bytes of a setting's file at most. Ours. */
export const MAX_SETTING_FILE_BYTES = 10 * 1024 * 1024;
export const SETTING_FILE_TYPES = ['pdf', 'png', 'jpg', 'webp'] as const;
/** Entries of a setting's history that one call returns. Ours. */
export const MAX_SETTING_CHANGES = 100;

// ---- schemas ---------------------------------------------------------------

/** By the setting's type: a boolean, a number or a text. */
const Value = z.union([z.boolean(), z.number(), z.string()]);
export type SettingValue = z.output<typeof Value>;

/** The address works for some minutes. */
const Stored = z.object({ name: z.string(), bytes: z.int(), url: z.string() });

const Choice = z.object({ value: z.string(), label: z.string() });

export const Setting = z.object({
  /** The same in every account. */
  id: z.int(),
  key: z.enum(SETTING_KEYS),
  group: z.string(),
  label: z.string(),
  description: z.string(),
  type: z.enum(SETTING_TYPES),
  /** Of the type `choice`. */
  choices: z.array(Choice),
  value: Value,
  default_value: Value,
  file: z.nullable(Stored),
  /** Anyone can read it by its key, without a session. */
  public: z.boolean(),
  /** 0: never changed. */
  version: z.int(),
  /** `null`: never changed. */
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(Instant),
});
export type Setting = z.output<typeof Setting>;

/** An entry of the history: what the setting was from then on. */
export const SettingChange = z.object({
  id: Id,
  version: z.int(),
  value: Value,
  /** The value was the default, whatever that is. */
  is_default: z.boolean(),
  file: z.nullable(Stored),
  changed_by: z.string(),
  changed_at: Instant,
});
export type SettingChange = z.output<typeof SettingChange>;

/** A setting as every signed-in user gets it. */
export const CurrentSetting = z.object({
  key: z.enum(SETTING_KEYS),
  value: Value,
  version: z.int(),
  file: z.nullable(Stored),
});
export type CurrentSetting = z.output<typeof CurrentSetting>;

/** Values as a form has them: the server reads numbers and addresses, and says what is wrong with them. */
export const SwitchValue = z.strictObject({ value: z.boolean() });
export const TextValue = z.strictObject({ value: z.string() });
/** Which notice a browser's user has dismissed. */
export const NoticeVersion = z.string();

/** The version that the change is based on: a later one refuses it. Absent: whichever it is. */
const version = z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.lte(2 ** 31 - 1)));
const Params = z.strictObject({ id: z.coerce.number().check(z.int(), z.positive()) });
const One = z.object({ data: Setting });

// ---- endpoints -------------------------------------------------------------

const WRITE = { effect: 'write', idempotent: true, sudo: true } as const;
const READ = { method: 'GET', effect: 'read', idempotent: false, rate: 'read', audit: null } as const;

export const settings = resource(
  {
    path: '/v1/admin/settings',
    one: 'Setting',
    many: 'Settings',
    label: { one: 'setting', many: 'settings' },
    subject: 'setting',
    access: { read: 'settings.manage', write: 'settings.manage' },
  },
  {
    list: listed(Setting, { summary: 'List all settings with their values and defaults' }),
    read: ({ path, access }: About) =>
      endpoint({
        ...READ,
        name: 'readSetting',
        path: `${path}/:id`,
        summary: 'Show a setting',
        access: access.read,
        params: Params,
        reply: One,
      }),
    update: ({ path, access }: About) =>
      endpoint({
        ...WRITE,
        name: 'updateSetting',
        method: 'PATCH',
        path: `${path}/:id`,
        summary: 'Change a setting, its file, or both; a value of null restores the default',
        access: access.write,
        rate: 'upload',
        audit: 'setting.updated',
        params: Params,
        body: z.strictObject({
          value: z.optional(z.nullable(Value)),
          /** Removes the file; the history keeps it. */
          remove_file: z.optional(z.boolean()),
          version,
        }),
        upload: { field: 'file', maxBytes: MAX_SETTING_FILE_BYTES, required: false },
        reply: One,
      }),
    history: ({ path, access }: About) =>
      endpoint({
        ...READ,
        name: 'listSettingChanges',
        path: `${path}/:id/history`,
        summary: `List the last ${MAX_SETTING_CHANGES} changes of a setting, newest first`,
        access: access.read,
        params: Params,
        reply: z.object({ data: z.array(SettingChange) }),
      }),
    restore: ({ path, access }: About) =>
      endpoint({
        ...WRITE,
        name: 'restoreSetting',
        method: 'POST',
        path: `${path}/:id/restore`,
        summary: 'Restore the value and the file that a setting had after an earlier change',
        access: access.write,
        rate: 'write',
        audit: 'setting.restored',
        params: Params,
        body: z.strictObject({ change_id: Id, version }),
        reply: One,
      }),
    current: () =>
      endpoint({
        ...READ,
        name: 'listCurrentSettings',
        path: '/v1/settings',
        summary: 'List the settings that apply to every signed-in user',
        access: 'signedIn',
        reply: z.object({ data: z.array(CurrentSetting) }),
      }),
    /** Without a session: those of the installation's first account. */
    public: () =>
      endpoint({
        ...READ,
        name: 'readPublicSetting',
        path: '/v1/settings/:key',
        summary: 'Show the value of a setting marked as public',
        access: 'public',
        params: z.strictObject({ key: z.string().check(z.maxLength(60)) }),
        reply: z.object({ data: z.object({ key: z.enum(SETTING_KEYS), value: Value }) }),
      }),
  },
);
