import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesOf, whereabouts, zipPrefixesOf } from '#rules/places/whereabouts.ts';

const facts = (more: Partial<Parameters<typeof whereabouts>[0]>) => ({
  state: '',
  city: '',
  zip_code: '',
  phone: null,
  ...more,
});
const [ET, CT, MT, PT] = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];

test.each([
  ['Texas', { state: 'TX' }, [CT, MT]],
  ['Austin, by its name', { state: 'TX', city: ' AUSTIN ' }, [CT]],
  ['El Paso, by its name', { state: 'TX', city: 'El Paso' }, [MT]],
  ['a town of the same name elsewhere', { state: 'TX', city: 'Nashville' }, [CT, MT]],
  ['Austin, by its ZIP code', { state: 'TX', zip_code: '78701' }, [CT]],
  ['El Paso, by its ZIP code', { state: 'TX', zip_code: '79901' }, [MT]],
  ['west Texas, on the border', { state: 'TX', zip_code: '79855' }, [CT, MT]],
  ['Pensacola', { state: 'FL', zip_code: '32501' }, [CT]],
  ['Miami', { state: 'FL', zip_code: '33101' }, [ET]],
  ['Knoxville', { state: 'TN', zip_code: '37901' }, [ET]],
  ['Nashville', { state: 'TN', zip_code: '37201' }, [CT]],
  ['Gary', { state: 'IN', zip_code: '46402' }, [CT]],
  ['Knox in Indiana, on the border', { state: 'IN', zip_code: '46534' }, ['America/Indiana/Indianapolis', CT]],
  ['Indianapolis', { state: 'IN', zip_code: '46204' }, ['America/Indiana/Indianapolis']],
  ['Rapid City', { state: 'SD', zip_code: '57701' }, [MT]],
  ['Boise', { state: 'ID', zip_code: '83702' }, ['America/Boise']],
  ['Coeur d’Alene', { state: 'ID', zip_code: '83814' }, [PT]],
  ['Window Rock, which changes its clocks', { state: 'AZ', zip_code: '86515' }, ['America/Phoenix', MT]],
  ['Phoenix', { state: 'AZ', zip_code: '85001' }, ['America/Phoenix']],
  ['San Juan', { zip_code: '00901' }, ['America/Puerto_Rico']],
  ['Guam', { zip_code: '96910' }, ['Pacific/Guam']],
  ['Saipan', { zip_code: '96950' }, ['Pacific/Saipan']],
  ['Pago Pago, between codes of Hawaii', { zip_code: '96799' }, ['Pacific/Pago_Pago']],
  ['Honolulu', { zip_code: '96701' }, ['Pacific/Honolulu']],
  ['St. Thomas, by its number', { phone: '+13405550142' }, ['America/St_Thomas']],
  ['El Paso and a number of Austin', { state: 'TX', zip_code: '79901', phone: '+15125550142' }, [MT, CT]],
])('%s', (_what, more, zones) => {
  expect(whereabouts(facts(more)).zones).toEqual(zones);
});

test('without any place it is every state, and no territory', () => {
  const { states, zones } = whereabouts(facts({ state: 'Zzz', zip_code: '787', phone: '+442071838750' }));
  expect(states).toEqual([]);
  expect(zones).toContain('Pacific/Honolulu');
  expect(zones).not.toContain('Pacific/Guam');
});

test('islands east of Guam are not judged by its clock', () => {
  expect(['96910', '96932', '96939', '96960', '96970'].map((zip_code) => placesOf(facts({ zip_code })).length)).toEqual(
    [1, 1, 0, 0, 0],
  );
  expect(zipPrefixesOf(['GU'])).toEqual(['969']);
});

test('a ZIP code never adds a zone that its state does not have', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (zip) => {
      const [place] = placesOf(facts({ zip_code: String(zip).padStart(5, '0') }));
      if (place === undefined) return;
      const { zones } = whereabouts(facts({ state: place.state }));
      expect(place.zones.filter((zone) => !zones.includes(zone))).toEqual([]);
      expect(place.zones.length).toBeGreaterThan(0);
    }),
  );
});

test('a search by prefixes finds every ZIP code of a state', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (number) => {
      const zip = String(number).padStart(5, '0');
      const [place] = placesOf(facts({ zip_code: zip }));
      if (place !== undefined) expect(zipPrefixesOf([place.state])).toContain(zip.slice(0, 3));
    }),
    { numRuns: 50 },
  );
});
