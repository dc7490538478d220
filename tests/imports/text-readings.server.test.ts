import { encode } from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startImport, validateImport } from '#contract/imports.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());

const upload = async (bytes: Buffer) =>
  (await it.agent.call(validateImport, { body: {}, file: new File([new Uint8Array(bytes)], 'list.csv') })).body.data;
const names = async (id: number) =>
  (
    await it.sql<{ name: string }>(
      `select first_name || ' ' || last_name as name from contacts where import_id = $1 order by import_row`,
      [id],
    )
  ).map(({ name }) => name);

describe('a text in another encoding', () => {
  test('is shown as it is read, and read again in the chosen one', async () => {
    const bytes = encode('First Name,Last Name\r\nJosé,Núñez\r\n', 'cp850');
    const draft = await upload(bytes);
    const again = await it.agent.call(validateImport, { body: { import_id: draft.id, encoding: 'shift_jis' } });
    const chosen = await it.agent.call(validateImport, { body: { import_id: draft.id, encoding: 'cp850' } });
    await it.agent.call(startImport, { body: { import_id: draft.id } });
    await it.run(draft.id);

    expect([draft.encoding, draft.delimiter, draft.preview]).toEqual(['cp437', ',', [['José', 'Núñez']]]);
    expect(again.body.data.preview).not.toEqual(draft.preview);
    expect([chosen.body.data.encoding, chosen.body.data.preview]).toEqual(['cp850', [['José', 'Núñez']]]);
    expect(await names(draft.id)).toEqual(['José Núñez']);
  });
});

describe('a text with another separator', () => {
  const BYTES = Buffer.from('First Name~Last Name\nAna~Ruiz\n');

  test('is read again with the chosen one, which stays for another header row', async () => {
    const draft = await upload(BYTES);
    const chosen = await it.agent.call(validateImport, { body: { import_id: draft.id, delimiter: '~' } });
    const noHeader = await it.agent.call(validateImport, { body: { import_id: draft.id, header_row: 0 } });
    await it.agent.call(validateImport, { body: { import_id: draft.id, header_row: 1 } });
    await it.agent.call(startImport, { body: { import_id: draft.id } });
    await it.run(draft.id);

    expect(chosen.body.data.preview).toEqual([['Ana', 'Ruiz']]);
    expect(noHeader.body.data.preview).toEqual([
      ['First Name', 'Last Name'],
      ['Ana', 'Ruiz'],
    ]);
    expect(await names(draft.id)).toEqual(['Ana Ruiz']);
  });

  test('takes it with the upload, and refuses what can be none', async () => {
    const file = () => new File([new Uint8Array(BYTES)], 'list.csv');
    const taken = await it.agent.call(validateImport, { body: { delimiter: '~' }, file: file() });
    const refused = await it.agent.call(validateImport, { body: { delimiter: '"' }, file: file() });

    expect([taken.body.data.preview, refused.status]).toEqual([[['Ana', 'Ruiz']], 422]);
  });
});
