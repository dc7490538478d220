import { gzipSync } from 'node:zlib';
import type { CorpusCase } from './corpus-cases.ts';
import { makeWorkbook } from './workbook-maker.ts';

const ANA = { first_name: 'Ana', last_name: 'Núñez', phone: '+15125550142', phone_type: '2', zip_code: '00501' };

/** Lists in other kinds of files than CSV and XLSX. */
export const kindCases = async (): Promise<CorpusCase[]> => [
  {
    name: 'list.csv.gz',
    content: gzipSync('First Name;Last Name;Mobile;ZIP\r\nAna;Núñez;512-555-0142;00501\r\n'),
    result: { encoding: 'utf-8', delimiter: ';', header_row: 1, contacts: [ANA], others: [] },
  },
  {
    name: 'book.xlsx.gz',
    content: gzipSync(
      await makeWorkbook({
        sheets: [
          {
            name: 'Leads',
            rows: [
              ['First Name', 'Last Name', 'Mobile', 'ZIP'],
              ['Ana', 'Núñez', '512-555-0142', '00501'],
            ],
          },
        ],
      }),
    ),
    result: { sheet: 0, header_row: 1, contacts: [ANA], others: [] },
  },
];
