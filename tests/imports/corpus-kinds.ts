import { gzipSync } from 'node:zlib';
import { encode } from 'iconv-lite';
import type { CorpusCase } from './corpus-cases.ts';
import { makeWorkbook } from './workbook-maker.ts';

const ANA = { first_name: 'Ana', last_name: 'Núñez', phone: '+15125550142', phone_type: '2', zip_code: '00501' };

const lines = (...written: readonly string[]) => `${written.join('\r\n')}\r\n`;

/** Address books as phones and programs export them. */
const cardCases: readonly CorpusCase[] = [
  {
    name: 'iphone.vcf',
    content: lines(
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//iPhone OS 18.1//EN',
      'N:Núñez;Ana;María;Mrs.;',
      'FN:Mrs. Ana María Núñez',
      'ORG:Ruiz\\, Hall & Co.;Claims;',
      'EMAIL;type=INTERNET;type=WORK:ana@work.example.com',
      'EMAIL;type=INTERNET;type=HOME;type=pref:ana@example.com',
      'TEL;type=WORK;type=VOICE:(512) 555-0190',
      'item1.TEL:+1 512 555 0142',
      'item1.X-ABLabel:_$!<Mobile>!$_',
      'TEL;type=HOME;type=FAX:512-555-0199',
      'ADR;type=WORK:;;9 Office Park;Austin;TX;78702;United States',
      'item2.ADR;type=HOME;type=pref:;;12 Elm St\\nApt 4;Aus',
      ' tin;TX;00501;United States',
      'NOTE:Likes tea\\, not coffee.\\nCall after 5.',
      'BDAY;X-APPLE-OMIT-YEAR=1604:1947-05-07',
      'item3.X-ABDATE;type=pref:2001-06-09',
      'item3.X-ABLabel:_$!<Anniversary>!$_',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAASABIAAD',
      ' TEL:512-555-0000',
      'CATEGORIES:Clients,Church',
      'END:VCARD',
      '',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'X-ADDRESSBOOKSERVER-KIND:group',
      'N:Friends',
      'FN:Friends',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;;;;',
      'FN:Bay Dental',
      'ORG:Bay Dental;',
      'X-ABShowAs:COMPANY',
      'TEL;type=MAIN:813-555-0126',
      'END:VCARD',
    ),
    result: {
      sheet: 0,
      header_row: 1,
      contacts: [
        {
          first_name: 'Ana',
          last_name: 'Núñez',
          company: 'Ruiz, Hall & Co.',
          email: 'ana@example.com',
          email_2: 'ana@work.example.com',
          phone: '+15125550142',
          phone_type: '2',
          phone_2: '+15125550190',
          phone_2_type: '9',
          address: '12 Elm St, Apt 4',
          city: 'Austin',
          state: 'TX',
          zip_code: '00501',
          dob: '1947-05-07',
          notes: 'Likes tea, not coffee.\nCall after 5.',
        },
        { company: 'Bay Dental', phone: '+18135550126', phone_type: '9' },
      ],
      others: [],
    },
  },
  {
    name: 'android-2.1.vcf',
    content: lines(
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=9F=D0=B5=D1=82=D1=80=D0=BE=D0=B2;=D0=98=D0=B2=D0=B0=',
      '=D0=BD;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=98=D0=B2=D0=B0=D0=BD',
      'TEL;HOME;VOICE:512-555-0143',
      'TEL;CELL;PREF:512-555-0144',
      'ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;5 Oak Ln=0D=0AUnit 2;Waco;TX;76701;',
      'EMAIL;INTERNET:ivan@example.com',
      'NOTE;ENCODING=QUOTED-PRINTABLE:1 =3D 1, soft=',
      ' break',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQSkZJRgABAQAASABIAAD',
      ' AAAAAAAAAAAAAAAA=',
      '',
      'END:VCARD',
    ),
    result: {
      contacts: [
        {
          first_name: 'Иван',
          last_name: 'Петров',
          email: 'ivan@example.com',
          phone: '+15125550144',
          phone_type: '2',
          phone_2: '+15125550143',
          phone_2_type: '9',
          address: '5 Oak Ln, Unit 2',
          city: 'Waco',
          state: 'TX',
          zip_code: '76701',
          notes: '1 = 1, soft break',
        },
      ],
      others: [],
    },
  },
  {
    name: 'outlook-2.1-windows-1252.vcf',
    content: encode(
      lines(
        'BEGIN:VCARD',
        'VERSION:2.1',
        'N;LANGUAGE=de:Müller;Jürgen',
        'FN:Jürgen Müller',
        'TEL;WORK;VOICE:(813) 555-0127',
        'BDAY:19580101',
        'END:VCARD',
      ),
      'windows-1252',
    ),
    result: {
      contacts: [
        { first_name: 'Jürgen', last_name: 'Müller', phone: '+18135550127', phone_type: '9', dob: '1958-01-01' },
      ],
      others: [],
    },
  },
  {
    name: 'version-4.vcf',
    content: lines(
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Rosa Díaz',
      'N:Díaz;Rosa;;;',
      'TEL;VALUE=uri;TYPE="voice,home":tel:+1-813-555-0129',
      'TEL;VALUE=uri;PREF=1;TYPE="cell,voice":tel:+1-813-555-0130',
      'EMAIL;PREF=2:rosa@example.com',
      'GENDER:F;Female',
      'BDAY:19550704',
      'ADR;TYPE=home;LABEL="1 Bay St: rear\\nTampa":;;1 Bay St;Tampa;Florida;33602;USA',
      'END:VCARD',
      'begin:vcard',
      'version:4.0',
      'fn:Bo van Lee',
      'end:vcard',
    ),
    result: {
      contacts: [
        {
          first_name: 'Rosa',
          last_name: 'Díaz',
          email: 'rosa@example.com',
          phone: '+18135550130',
          phone_type: '2',
          phone_2: '+18135550129',
          phone_2_type: '9',
          address: '1 Bay St',
          city: 'Tampa',
          state: 'FL',
          zip_code: '33602',
          dob: '1955-07-04',
          gender: 'female',
        },
        { first_name: 'Bo van', last_name: 'Lee' },
      ],
      others: [],
    },
  },
  {
    name: 'utf-16.vcf',
    content: encode(
      lines('BEGIN:VCARD', 'VERSION:3.0', 'N:王;小明;;;', 'TEL;TYPE=CELL:512-555-0145', 'END:VCARD'),
      'utf-16le',
      {
        addBOM: true,
      },
    ),
    result: {
      contacts: [{ first_name: '小明', last_name: '王', phone: '+15125550145', phone_type: '2' }],
      others: [],
    },
  },
];

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
  ...cardCases,
];
