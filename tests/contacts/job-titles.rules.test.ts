import { expect, test } from 'vitest';
import { JOB_TITLES } from '#contract/contacts/scope.contract.ts';
import { brands } from '#brands/brand.ts';
import { jobTitleLabel, jobTitlesOf } from '../../src/rules/access/job-titles.ts';

test('every brand offers the four that are always there, then its own, each once and known to the contract', () => {
  for (const brand of Object.values(brands)) {
    const titles = jobTitlesOf(brand);

    expect(titles.slice(0, 4)).toEqual([
      'representative',
      'regional_sales_manager',
      'field_manager',
      'district_manager',
    ]);
    expect(new Set(titles).size).toBe(titles.length);
    expect(JOB_TITLES).toEqual(expect.arrayContaining([...titles]));
  }
});

test('a title reads as words', () => {
  expect(jobTitleLabel('preneed_agent_and_funeral_director')).toBe('Pre-need agent and funeral director');
});
