import { useSelector } from '@xstate/react';
import { IMPORT_ENCODINGS, type ImportEncoding } from '#contract/imports/rows.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';

const ENCODING_WORDS: Readonly<Record<ImportEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
  'windows-1252': 'Western (Windows)',
  macintosh: 'Western (Mac OS Roman)',
  cp437: 'Western (DOS, US)',
  cp850: 'Western (DOS, Europe)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows)',
  'windows-1254': 'Turkish (Windows)',
  'windows-1255': 'Hebrew (Windows)',
  'windows-1256': 'Arabic (Windows)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC)',
};

const SEPARATORS: readonly (readonly [delimiter: string, words: string])[] = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
  ['|', 'Pipe'],
];

/** The first rows as they are read, and another encoding or separator for a text. */
export function FirstRows({ actor }: { actor: ImportActor }) {
  const { columns, preview, encoding, delimiter } = useSelector(actor, ({ context }) => context.head);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  if (preview.length === 0) return null;
  const isKnown = SEPARATORS.some(([one]) => one === delimiter);
  const separators = isKnown || delimiter === null ? SEPARATORS : [...SEPARATORS, [delimiter, delimiter] as const];
  return (
    <Card
      title="First rows"
      className="match first-rows"
      aside={
        encoding === null || delimiter === null ? null : (
          <>
            <SelectField
              label="Encoding"
              labelHidden
              disabled={isBusy}
              value={encoding}
              options={Object.entries(ENCODING_WORDS).map(([value, label]) => ({ value, label }))}
              onChange={({ target: { value } }) => {
                const chosen = IMPORT_ENCODINGS.find((one) => one === value);
                if (chosen) actor.send({ type: 'import.readHead', place: { encoding: chosen } });
              }}
            />
            <SelectField
              label="Separator"
              labelHidden
              disabled={isBusy}
              value={delimiter}
              options={separators.map(([value, words]) => ({ value, label: `Separator: ${words}` }))}
              onChange={(event) => actor.send({ type: 'import.readHead', place: { delimiter: event.target.value } })}
            />
          </>
        )
      }
    >
      <p className="meta quiet first-rows-hint">Do names and accents look right? If not, choose another encoding.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable */}
      <section className="first-rows-scroll" tabIndex={0} aria-label="Cells of the first rows">
        <Table aria-busy={isBusy}>
          <thead>
            <tr>
              {columns.map(({ index, header }) => (
                <HeadCell key={index}>{header}</HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((cells, row) => (
              // Rows of a file have no other name than their place.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={row}>
                {columns.map(({ index }) => (
                  <Cell key={index} title={cells[index] ?? ''}>
                    {cells[index] ?? ''}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Card>
  );
}
