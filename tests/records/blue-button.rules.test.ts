import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MEDICARE_FIELDS } from '#contract/records/medicare.contract.ts';
import { readBlueButton } from '#rules/insurance/blue-button.ts';
import { BLUE_BUTTON } from './blue-button-files.ts';

test('the file tells who it is, the parts and the current plan', () => {
  expect(readBlueButton(BLUE_BUTTON, 2026).found).toEqual({
    first_name: 'John Q',
    last_name: "O'Brien-Smith",
    dob: '1952-01-31',
    address: '123 Any Road, Apt 4',
    city: 'Anytown',
    state: 'VA',
    zip_code: '00001',
    phone: '512-555-0142',
    email: 'johndoe@example.com',
    medicare_number: '1EG4TE5MK73',
    part_a_on: '2017-02-01',
    part_b_on: '2017-03-01',
    plan_name: 'A Medicare Plan Plus (HMO)',
    plan_id: 'H9999/9999',
    plan_type: '3 - Coordinated Care Plan (HMO, PPO, PSO, SNP)',
    plan_from: '2024-09-01',
  });
});

test('what is not understood is told by its label, never by what stands behind it', () => {
  expect(readBlueButton(BLUE_BUTTON, 2026).notUnderstood).toEqual(
    [
      'Shoe Size',
      'Emergency Contact: Contact Name',
      'Emergency Contact: Address Line 1',
      'Emergency Contact: Home Phone',
      'Drugs: Drug Name',
    ].map((label) => (label === 'Shoe Size' ? 'Demographic: Shoe Size' : label)),
  );
});

test('line ends of every system, a mark of the byte order and no blank lines change nothing', () => {
  const { found } = readBlueButton(BLUE_BUTTON, 2026);
  const variants = [
    BLUE_BUTTON.replaceAll('\n', '\r\n'),
    BLUE_BUTTON.replaceAll('\n', '\r'),
    `\uFEFF${BLUE_BUTTON}`,
    BLUE_BUTTON.replaceAll(/\n\n+/g, '\n'),
  ];

  expect(variants.map((text) => readBlueButton(text, 2026).found)).toEqual(variants.map(() => found));
});

test('the newer heading "Medicare.gov" and facts above every section are read', () => {
  const text = '----------\nMedicare.gov Personal Health Information\n----------\nName: Smith, Jane\nDOB: 1-14-49';

  expect(readBlueButton(text, 2026)).toEqual({
    found: { first_name: 'Jane', last_name: 'Smith', dob: '1949-01-14' },
    notUnderstood: [],
  });
});

test('a value that cannot be read and a label without a value fill nothing', () => {
  const text = 'Date of Birth: soon\nCity:\nState: Not available\nMedicare Number: 123';

  expect(readBlueButton(text, 2026)).toEqual({ found: {}, notUnderstood: ['Date of Birth', 'Medicare Number'] });
});

test('whatever text it is given, it answers with fields it knows', () => {
  const line = fc
    .tuple(fc.constantFrom('Name', 'City', 'Plan Name', 'constructor', '__proto__'), fc.string())
    .map((parts) => parts.join(': '));
  const text = fc
    .array(fc.oneof(fc.string(), line, fc.constantFrom('--------', 'Plans', 'Demographic')))
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, (written) => {
      const { found } = readBlueButton(written, 2026);
      expect(Object.keys(found).filter((field) => !(MEDICARE_FIELDS as readonly string[]).includes(field))).toEqual([]);
    }),
  );
});

test('two megabytes of one line take less than a second', () => {
  const started = performance.now();
  readBlueButton('a'.repeat(2_000_000), 2026);
  readBlueButton(`${' '.repeat(1_000_000)}:${'- '.repeat(500_000)}`, 2026);

  expect(performance.now() - started).toBeLessThan(1_000);
});
