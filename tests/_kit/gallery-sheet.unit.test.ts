import { expect, test } from 'vitest';
import { gallerySheet } from '../../bin/gallery-sheet.ts';

test('a row has a column for each brand, and an e-mail stays text in a frame that runs nothing', () => {
  const mail = { subject: 'A & B', text: '<script>alert(1)</script>' };
  const sheet = gallerySheet(
    ['One', 'Two'],
    [
      { title: 'E-mails', rows: [{ name: 'Locked', seen: [{ mail }, { mail: { ...mail, html: '<b>Bold</b>' } }] }] },
      { title: 'Pages', rows: [{ name: 'Contacts', seen: [{ picture: 'a.jpg' }, { picture: 'b.jpg', note: 'Odd' }] }] },
    ],
  );

  expect(sheet).toContain('--brands:2');
  expect(sheet.match(/<iframe sandbox /gu)).toHaveLength(2);
  expect(sheet).not.toContain('<script>');
  expect(sheet).toContain('srcdoc="&lt;b&gt;Bold&lt;/b&gt;"');
  expect(sheet).toContain('A &amp; B');
  expect(sheet).toMatch(/src="a\.jpg".*src="b\.jpg".*Odd/su);
});
