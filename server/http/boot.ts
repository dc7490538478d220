import type { Boot } from '#contract/_boot.contract.ts';
import { brandOf } from '#brands/brand.ts';
import { brandStyles } from '#brands/brand-styles.ts';
import { brandTokens } from '#brands/brand-tokens.ts';
import type { ThirdPartyKey } from '#rules/settings/third-parties.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from '../config.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../features/demo/demo-people.ts';

/** Start data of the page. */
export function bootOf(
  { brand, appEnv, sso }: Pick<Config, 'brand' | 'appEnv' | 'sso'>,
  aheadMs = 0,
  thirdParties: readonly ThirdPartyKey[] = [],
): Boot {
  const demo = isTryout(appEnv) ? { password: DEMO_PASSWORD, people: [...DEMO_SIGN_INS] } : null;
  const clock = aheadMs === 0 ? {} : { clock_ahead_ms: aheadMs };
  return {
    brand,
    app_env: appEnv,
    version: brandOf(brand).version,
    styles: brandStyles(brandTokens[brand]),
    icon_color: brandTokens[brand].light['primary-fill'],
    demo,
    sso: sso && { label: sso.label },
    ...clock,
    ...(thirdParties.length > 0 && { third_parties: [...thirdParties] }),
  };
}

/** Writes the boot block and the brand into the built page. */
export function pageOf(template: string, boot: Boot): string {
  // Inside of a script element only "<" could end it.
  const json = JSON.stringify(boot).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="boot">${json}</script>`;
  return template
    .replace(/data-brand="[^"]*"/, `data-brand="${boot.brand}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${brandOf(boot.brand).name}</title>`)
    .replace('</head>', () => `  ${block}\n  </head>`);
}
