import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowCounter } from '#rules/imports/csv-rows.ts';
import { createSha256 } from '#rules/imports/sha256.ts';

test('the hash of pieces is that of the whole, whatever their lengths', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), (pieces) => {
      const hash = createSha256();
      for (const piece of pieces) hash.update(piece);

      expect(hash.digest()).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'));
    }),
  );
});

test('rows are counted over pieces, and a new line within quotes is none', () => {
  const counter = createRowCounter();
  for (const piece of ['a,b\n"1\n', '2",x\n"""', '\n",y\n']) counter.update(Buffer.from(piece));

  expect(counter.rows()).toBe(3);
});
