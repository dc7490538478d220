import { describe, expect, test } from 'vitest';
import { THIRD_PARTIES, THIRD_PARTY_KEYS, widenPolicy } from '#rules/settings/third-parties.ts';
import { SETTING_KEYS } from '#contract/settings.contract.ts';
import { KNOWN_SETTINGS } from '../../server/features/settings/known-settings.ts';

const POLICY = "default-src 'self';script-src 'self';img-src 'self' data:;frame-ancestors 'none'";

describe('the policy of a page', () => {
  test('stays as it is without providers', () => {
    expect(widenPolicy(POLICY, [])).toBe(POLICY);
  });

  test('gets the hosts of a provider, and its own where a directive is new', () => {
    const wide = widenPolicy(POLICY, ['intercom_app_id']);

    expect(wide).toContain("script-src 'self' https://app.intercom.io https://widget.intercom.io");
    expect(wide).toContain("frame-src 'self' https://intercom-sheets.com");
    expect(wide).toContain("default-src 'self';");
    expect(wide).toContain("frame-ancestors 'none'");
  });

  test('never gets everything, an inline script or plain http', () => {
    const wide = widenPolicy(POLICY, THIRD_PARTY_KEYS);
    expect(wide).not.toMatch(/unsafe|http:|\shttps:(\s|;)|\s\*(\s|;)/u);
    expect(wide.match(/script-src [^;]*/u)?.[0]).not.toContain('*');
  });
});

describe('the id of a provider', () => {
  test.each(THIRD_PARTY_KEYS)('%s is like its example, never markup', (key) => {
    const { fits, example } = THIRD_PARTIES[key];
    expect([fits(example), fits(`${example}"></script>`), fits('<script>'), fits('')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test('ids of settings are never given twice', () => {
  const ids = SETTING_KEYS.map((key) => KNOWN_SETTINGS[key].id);
  expect(new Set(ids).size).toBe(ids.length);
});
