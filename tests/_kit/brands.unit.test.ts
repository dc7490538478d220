import { describe, expect, test } from 'vitest';
import { brandOf, brands } from '../../src/brands/brand.ts';
import { brandStyles } from '../../src/brands/brand-styles.ts';
import { brandTokens } from '../../src/brands/brand-tokens.ts';
import { legalPagesOf, supportOf } from '../../src/brands/legal-pages.ts';

const all = Object.values(brands);

describe('brandOf', () => {
  test('finds a brand by its key', () => {
    expect(brandOf('talentpath').name).toBe('TalentPath');
  });

  test('answers the default brand for a key that no brand has', () => {
    expect([brandOf('').key, brandOf('constructor').key]).toEqual(['bellwether', 'bellwether']);
  });
});

describe('brands', () => {
  test('carry the version of their deployment', () => {
    expect(Object.fromEntries(all.map(({ key, version }) => [key, version]))).toEqual({
      bellwether: '0.2.37',
      silverline: '0.2.39',
      stillwater: '0.2.40',
      talentpath: '0.2.37',
    });
  });

  test('keep contact merge and the contact API vendor to the admins of the generic one', () => {
    const reach = all.map(({ key, features }) => [key, features['contact-merge'], features['contact-api-vendor']]);
    expect(reach).toEqual([
      ['bellwether', 'admins', 'admins'],
      ['silverline', 'off', 'off'],
      ['stillwater', 'off', 'off'],
      ['talentpath', 'off', 'off'],
    ]);
  });

  test('show the basic role on Silverline only', () => {
    expect(all.filter(({ hiddenRoles }) => !hiddenRoles.includes('basic')).map(({ key }) => key)).toEqual([
      'silverline',
    ]);
  });

  test('show the pool holder on TalentPath only', () => {
    expect(all.filter(({ hiddenRoles }) => !hiddenRoles.includes('pool_holder')).map(({ key }) => key)).toEqual([
      'talentpath',
    ]);
  });

  test('name the roles of recruiting as recruiters do', () => {
    const { bu_admin, manager, agent } = brands.talentpath.roleLabels;
    expect([bu_admin, manager, agent]).toEqual(['Business Admin', 'Lead Recruiter', 'Recruiter']);
  });

  test('take # and / in names on Stillwater only', () => {
    expect(all.map(({ nameCharacters }) => nameCharacters)).toEqual(['', '', '#/', '']);
  });

  test.each(all)("$name says no other brand's name in its texts", (brand) => {
    const others = all.filter((other) => other !== brand).map(({ name }) => name);
    const said = JSON.stringify([legalPagesOf(brand), supportOf(brand), brand.tagline, brand.roleLabels]);
    expect(others.filter((name) => said.includes(name))).toEqual([]);
  });
});

describe('brandStyles', () => {
  const sheet = brandStyles(brandTokens.silverline);

  test("keeps the user's own primary color", () => {
    expect(sheet).toContain(`:root:not([data-primary]),[data-primary="brand"]{--primary-fill:`);
  });

  test('gives the dark background its own neutrals', () => {
    expect(sheet).toContain(`:root[data-bg="dark"]{--bg:${brandTokens.silverline.dark.bg};`);
  });
});
