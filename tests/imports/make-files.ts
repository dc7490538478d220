// Writes the files of tests/imports/files: `node tests/imports/make-files.ts`. All people in them are invented.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { makeWorkbook } from './workbook-maker.ts';

const FOLDER = join(import.meta.dirname, 'files');
const put = (name: string, content: string | Buffer) => writeFileSync(join(FOLDER, name), content);

type Row = Readonly<Record<string, string>>;

/** Rows under a long header, of which they fill a few columns. */
const sheet = (header: string, rows: readonly Row[], options: object = {}) => {
  const names = header.split(',');
  for (const row of rows) {
    for (const name of Object.keys(row)) if (!names.includes(name)) throw new Error(`No column ${name}`);
  }
  return stringify([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))], options);
};

const latin1 = (text: string) => {
  const special: Readonly<Record<string, number>> = { '’': 0x92, '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80 };
  return Buffer.from(Array.from(text, (char) => special[char] ?? char.charCodeAt(0)));
};
const bom = Buffer.from([0xef, 0xbb, 0xbf]);
const utf16le = (text: string) => Buffer.from(text, 'utf16le');

const GOOGLE_2024 =
  'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,Relation 1 - Label,Relation 1 - Value,Website 1 - Label,Website 1 - Value,Event 1 - Label,Event 1 - Value,Custom Field 1 - Label,Custom Field 1 - Value';
put(
  'google-2024.csv',
  sheet(GOOGLE_2024, [
    {
      'First Name': 'Consuelo',
      'Last Name': 'Treviño',
      Birthday: '1957-03-09',
      Labels: 'Family ::: * myContacts ::: * starred',
      'E-mail 1 - Label': '* Home',
      'E-mail 1 - Value': 'consuelo.trevino@example.com',
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': '+1 210-555-0164',
      'Phone 2 - Label': 'Home',
      'Phone 2 - Value': '(210) 555-0190',
      'Address 1 - Label': 'Home',
      'Address 1 - Formatted': '18 Mission Rd\nApt 4\nSan Antonio, TX 78205\nUS',
      'Address 1 - Street': '18 Mission Rd',
      'Address 1 - City': 'San Antonio',
      'Address 1 - Region': 'TX',
      'Address 1 - Postal Code': '78205',
      'Address 1 - Country': 'US',
      'Address 1 - Extended Address': 'Apt 4',
      'Relation 1 - Label': 'Spouse',
      'Relation 1 - Value': 'Ramiro',
      Notes: 'Asked about Plan G,\nhas two grandsons',
    },
    {
      'First Name': 'Earl',
      'Last Name': 'Boudreaux',
      'Organization Name': 'Boudreaux Feed & Seed',
      'E-mail 1 - Value': 'earl@example.org ::: earl.b@example.net ::: third@example.net',
      'Phone 1 - Label': 'Work',
      'Phone 1 - Value': '337-555-0112 ::: 337-555-0113',
      Labels: '* myContacts',
    },
    { 'First Name': 'Mei', 'Last Name': 'Tanaka', 'Phone 1 - Label': 'Mobile', 'Phone 1 - Value': '808 555 0147' },
    { 'E-mail 1 - Value': 'orders@example.com', Labels: '* myContacts' },
    { Photo: 'https://example.com/photo.jpg', Labels: '* myContacts' },
  ]),
);

const GOOGLE_OLD =
  'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title';
put(
  'google-old.csv',
  sheet(
    GOOGLE_OLD,
    [
      {
        Name: 'Harold Okafor',
        'Given Name': 'Harold',
        'Family Name': 'Okafor',
        Birthday: '1949-11-30',
        Gender: 'male',
        'Group Membership': '* myContacts ::: Church',
        'E-mail 1 - Type': '* Home',
        'E-mail 1 - Value': 'harold.okafor@example.com',
        'Phone 1 - Type': 'Home',
        'Phone 1 - Value': '(404) 555-0119',
        'Phone 2 - Type': 'Mobile',
        'Phone 2 - Value': '(404) 555-0120',
        'Address 1 - Street': '77 Peachtree Ct',
        'Address 1 - City': 'Decatur',
        'Address 1 - Region': 'Georgia',
        'Address 1 - Postal Code': '30030',
      },
      {
        Name: 'Lupe Ortega',
        'Given Name': 'Lupe',
        'Family Name': 'Ortega',
        Language: 'es-US',
        'Phone 1 - Type': 'Mobile',
        'Phone 1 - Value': '+15055550131',
        'Organization 1 - Name': 'Ortega Bakery',
      },
    ],
    { record_delimiter: '\r\n' },
  ),
);

const OUTLOOK =
  "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business Street,Business Street 2,Business Street 3,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home Street 2,Home Street 3,Home City,Home State,Home Postal Code,Home Country/Region,Other Street,Other Street 2,Other Street 3,Other City,Other State,Other Postal Code,Other Country/Region,Assistant's Phone,Business Fax,Business Phone,Business Phone 2,Callback,Car Phone,Company Main Phone,Home Fax,Home Phone,Home Phone 2,ISDN,Mobile Phone,Other Fax,Other Phone,Pager,Primary Phone,Radio Phone,TTY/TDD Phone,Telex,Account,Anniversary,Assistant's Name,Billing Information,Birthday,Business Address PO Box,Categories,Children,Directory Server,E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,E-mail 2 Type,E-mail 2 Display Name,Gender,Government ID Number,Hobby,Initials,Internet Free Busy,Keywords,Language,Location,Manager's Name,Mileage,Notes,Office Location,Priority,Private,Profession,Referred By,Sensitivity,Spouse,User 1,User 2,Web Page";
put(
  'outlook-desktop.csv',
  latin1(
    sheet(
      OUTLOOK,
      [
        {
          'First Name': 'José',
          'Last Name': 'Peña',
          Company: 'Peña & Sons',
          'Business Street': '900 Commerce Blvd',
          'Business City': 'Laredo',
          'Business State': 'TX',
          'Business Postal Code': '78040',
          'Home Street': '12 Río Grande Ave',
          'Home City': 'Laredo',
          'Home State': 'TX',
          'Home Postal Code': '78041',
          "Assistant's Phone": '956-555-0101',
          'Business Fax': '956-555-0102',
          'Business Phone': '(956) 555-0103',
          'Mobile Phone': '(956) 555-0104',
          'Home Phone': '(956) 555-0105',
          Birthday: '4/2/1955',
          Anniversary: '0/0/00',
          'E-mail Address': 'jose.pena@example.com',
          'E-mail Type': 'SMTP',
          'E-mail Display Name': 'José Peña (jose.pena@example.com)',
          Gender: 'Male',
          "Manager's Name": 'Ana Ruiz',
          Spouse: 'Elena',
          Notes: 'Renews in “March” – call first',
          Priority: 'Normal',
          Sensitivity: 'Normal',
        },
        {
          'First Name': 'Dolores',
          'Last Name': 'O’Brien',
          'Home Phone': '617-555-0144',
          Birthday: '0/0/00',
          Gender: 'Unspecified',
          'E-mail Address': 'dolores@example.com',
          'E-mail Type': 'SMTP',
          Sensitivity: 'Private',
        },
      ],
      { quoted: true, record_delimiter: '\r\n' },
    ),
  ),
);

const OUTLOOK_WEB =
  "First Name,Middle Name,Last Name,Title,Suffix,Nickname,Given Yomi,Surname Yomi,E-mail Address,E-mail 2 Address,E-mail 3 Address,Home Phone,Home Phone 2,Business Phone,Business Phone 2,Mobile Phone,Car Phone,Other Phone,Primary Phone,Pager,Business Fax,Home Fax,Other Fax,Company Main Phone,Callback,Radio Phone,Telex,TTY/TDD Phone,IMAddress,Job Title,Department,Company,Office Location,Manager's Name,Assistant's Name,Assistant's Phone,Company Yomi,Business Street,Business City,Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home State,Home Postal Code,Home Country/Region,Other Street,Other City,Other State,Other Postal Code,Other Country/Region,Personal Web Page,Spouse,Schools,Hobby,Location,Web Page,Birthday,Anniversary,Notes";
put(
  'outlook-web.csv',
  Buffer.concat([
    bom,
    Buffer.from(
      sheet(OUTLOOK_WEB, [
        {
          'First Name': 'Zoë',
          'Last Name': 'Adeyemi',
          'E-mail Address': 'zoe@example.com',
          'E-mail 2 Address': 'zoe.work@example.org',
          'Mobile Phone': '303.555.0171',
          'Business Street': '1 Union Sq',
          'Business City': 'Denver',
          'Business State': 'Colorado',
          'Business Postal Code': '80202',
          Birthday: '1961-06-18',
        },
        {
          'First Name': 'Walt',
          'Last Name': 'Kowalski',
          'Home Phone': '313-555-0108',
          Notes: '🚗 likes cars; "no calls on Sunday"',
        },
      ]),
    ),
  ]),
);

put(
  'hubspot.csv',
  sheet(
    'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Primary Associated Company ID,Associated Company,Last Activity Date (EST),Lead Status,Marketing contact status,Create Date (EST),Lifecycle Stage,Street Address,City,State/Region,Postal Code,Mobile Phone Number,Original Source,Next Activity Date (EST)',
    [
      {
        'Record ID': '70911',
        'First Name': 'Priya',
        'Last Name': 'Raman',
        Email: 'priya@example.com',
        'Phone Number': '+1 512-555-0142',
        'Contact owner': 'Dana Whitfield',
        'Associated Company': 'Raman Dental',
        'Last Activity Date (EST)': '2026-10-02 09:11',
        'Lead Status': 'Working',
        'Create Date (EST)': '2026-09-30 15:40',
        'Lifecycle Stage': 'Lead',
        'Street Address': '4 Lakeview Ave',
        City: 'Austin',
        'State/Region': 'Texas',
        'Postal Code': '78701',
        'Original Source': 'Paid Social',
        'Next Activity Date (EST)': '2026-12-01 10:00',
      },
      {
        'Record ID': '70912',
        'First Name': 'Tom',
        'Last Name': 'Nguyen',
        Email: 'tom@example.org',
        'Phone Number': '512-555-0143',
        'Mobile Phone Number': '512-555-0144',
        'Lead Status': 'Left a voice mail twice',
        'Lifecycle Stage': 'Customer',
      },
      { 'Record ID': '70913', Email: 'news@example.com', 'Lifecycle Stage': 'Marketing Qualified Lead' },
    ],
  ),
);

put(
  'salesforce-report.csv',
  latin1(
    `${sheet(
      'Salutation,First Name,Last Name,Title,Account Name,Mailing Street,Mailing City,Mailing State/Province,Mailing Zip/Postal Code,Mailing Country,Phone,Fax,Mobile,Email,Account Owner,Birthdate,Lead Source',
      [
        {
          Salutation: 'Mrs.',
          'First Name': 'Renée',
          'Last Name': 'Dubois',
          Title: 'Retired',
          'Account Name': 'Dubois Household',
          'Mailing Street': '5 Garden St\nUnit B',
          'Mailing City': 'New Orleans',
          'Mailing State/Province': 'LA',
          'Mailing Zip/Postal Code': '70112',
          Phone: '(504) 555-0118',
          Fax: '(504) 555-0119',
          Mobile: '(504) 555-0120',
          Email: 'renee@example.com',
          'Account Owner': 'Dana Whitfield',
          Birthdate: '7/14/1958',
          'Lead Source': 'Referral',
        },
        {
          'First Name': 'Otis',
          'Last Name': 'Grant',
          'Account Name': 'Grant Household',
          Phone: '504-555-0133',
          Birthdate: '2/30/1951',
        },
      ],
      { quoted: true },
    )}\n\n"Medicare book"\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."\n"Confidential Information - Do Not Distribute"\n"Generated By:  Dana Whitfield  11/3/2026 9:14 AM"\n`,
  ),
);

put(
  'lead-vendor.csv',
  'Lead ID,Full Name,Best Phone,Alt Phone,E-Mail,Street Address,Apt,City,ST,Zip Code,DOB (MM/DD/YYYY),Gender,Lead Source,Lead Date,TrustedForm URL,Consent,Agent Name\r\n' +
    '88121,"BAKER, LINDA M",(813) 555-0126,8135550127,LINDA@EXAMPLE.COM,410 Bay St,Apt 2C,TAMPA,FL,33602,01/09/1959,F,Facebook T65,11/02/2026,https://cert.example.com/a1,Y,Dana Whitfield\n' +
    '88122,John  Q. Public Jr.,8135550128,,john@example.com,9 Oak Ln,,Brandon,Florida,33510,1/1/58,M,Facebook T65,11/02/2026,https://cert.example.com/a2,Y,Dana Whitfield\r' +
    '88123,Rosa Díaz,+1 (813) 555-0129 x12,N/A,none,,,Tampa,FL,33602-1188,19550704,Female,Facebook T65,11/03/2026,,N,Dana Whitfield\r\n' +
    '88124,Nobody,555-CALL-ME,,bad.example.com,,,,,,,,Facebook T65,11/03/2026,,N,Dana Whitfield\n' +
    '88121,"BAKER, LINDA M",(813) 555-0126,8135550127,LINDA@EXAMPLE.COM,410 Bay St,Apt 2C,TAMPA,FL,33602,01/09/1959,F,Facebook T65,11/02/2026,https://cert.example.com/a1,Y,Dana Whitfield\n',
);

const DATE = { number: 0, format: 0 };
const ZIP = { number: 0, format: 1 };
const PHONE = { number: 0, format: 2 };
put(
  'medicare-t65.xlsx',
  await makeWorkbook({
    formats: ['mm/dd/yyyy', '00000', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####'],
    sheets: [
      {
        name: 'T65 November',
        rows: [
          ['Turning 65 list', null, null, null, null, null, null],
          ['Member', null, 'Phone', 'Date of Birth', 'Address', null, null, 'Medicare Part A Start'],
          ['First Name', 'Last Name', null, null, 'Street', 'City', 'Zip', null],
          [
            'Ines',
            'Marchetti',
            { ...PHONE, number: 6175550142 },
            { ...DATE, number: 22_616 },
            '3 Hanover St',
            'Boston',
            { ...ZIP, number: 2108 },
            { ...DATE, number: 46_357 },
          ],
          [
            'Abe',
            'Feldman',
            { ...PHONE, number: 9735550177 },
            { ...DATE, number: 22_617.75 },
            '88 Elm',
            'Newark',
            { ...ZIP, number: 7102 },
            null,
          ],
          [
            'Ana',
            'Silva',
            { ...PHONE, number: 4015550166 },
            { ...DATE, number: 60 },
            null,
            null,
            { ...ZIP, number: 2903 },
            null,
          ],
          ['Total', 3, null, null, null, null, null],
        ],
        merges: ['A2:B2', 'C2:C3', 'D2:D3', 'E2:G2', 'H2:H3', 'A1:H1'],
      },
    ],
  }),
);

put(
  'european.csv',
  latin1(
    'sep=;\r\nNachname;Name;E-Mail;Telephone;Street;City;Zip;Birthday\r\nMüller;Jürgen Müller;juergen@example.com;+1 262 555 0139;"Main St 5; rear";Milwaukee;53202;14-03-1957\r\nLefèvre;Aimée Lefèvre;aimee@example.com;262-555-0140;Lake Dr 7;Racine;53403;03/14/1957\r\n',
  ),
);

put(
  'excel-unicode-text.csv',
  Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    utf16le(
      'First name\tLast name\tCell\tE-mail\tNotes\r\nŁukasz\tZieliński\t312-555-0151\tlukasz@example.com\t"Says ""maybe""\tlater"\r\nNguyễn\tThị\t312-555-0152\t\t名前\r\n',
    ),
  ]),
);

put(
  'utf16be-without-mark.csv',
  utf16le('Name,Phone,City\nPearl Whitehorse,505-555-0160,Gallup\nBen Begay,505-555-0161,Shiprock\n').swap16(),
);

put(
  'pipe-with-preamble.csv',
  [
    'Sunrise Leads LLC',
    'Report generated 11/03/2026 09:14 for Dana Whitfield',
    'Questions? Call 800-555-0100',
    '',
    'First|Last|Phone 1|Phone 2|City|State|Postal Code|Preferred Language',
    'Guadalupe|Reyes|602-555-0183||Phoenix|AZ|85004|Spanish',
    'Wei|Chen|602-555-0184|602-555-0185|Mesa|AZ|85201|Mandarin',
    'First|Last|Phone 1|Phone 2|City|State|Postal Code|Preferred Language',
    'Sven|Lindqvist|602-555-0186||Tempe|AZ|85281|Klingon',
    'Total: 3',
    '*** End of report ***',
    '',
  ].join('\n'),
);

put(
  'dirty.csv',
  Buffer.from(
    'First Name,Last Name,Phone,Email,City,Notes,\n' +
      'Ruth,"Smith, Jr.",512-555-0101,ruth@example.com,Waco,"Two\nlines",\n' +
      'Ed,Short,512-555-0102\n' +
      'Flo,Long,512-555-0103,flo@example.com,Waco,fine,,left over\n' +
      ',,,,,,\n' +
      "Gus,Mark,'+15125550104,gus@example.com,Waco,'=SUM(A1),\n" +
      'Hal\0,Zero,512-555-0105,hal@example.com,Waco,,\n' +
      'Ivy,Quote,512-555-0106,ivy@example.com,Waco,"never closed,\n' +
      'Joy,After,512-555-0107,joy@example.com,Waco,,\n' +
      ',,,,Waco,only a city,\n' +
      'Kay,Future,512-555-0108,kay@example,Waco,,\n',
  ),
);

put(
  'doubled-headers.csv',
  'Phone,,phone,First Name,Last Name,Email,Email,Spouse First Name,Emergency Contact Phone\n' +
    '415-555-0121,x,415-555-0122,Nia,Bright,nia@example.com,nia2@example.com,Omar,415-555-0199\n' +
    '415-555-0123,y,,Leo,Strand,leo@example.com,,Ida,\n',
);

put(
  'no-header.csv',
  'Marta,Kessler,marta@example.com,412-555-0134,Pittsburgh,PA,15222\nCarl,Jung,carl@example.com,412-555-0135,Erie,PA,16501\n',
);

put(
  'book-1904.xlsx',
  await makeWorkbook({
    is1904: true,
    formats: ['yyyy-mm-dd', '00000', '00000-0000', 'General'],
    sheets: [
      {
        name: 'Lookup',
        state: 'hidden',
        rows: [
          ['Secret', 'Key'],
          ['a', 'b'],
        ],
      },
      { name: 'Cover', rows: [] },
      {
        name: 'Clients',
        rows: [
          ['Client Name', 'Home Phone', 'Cell', 'DOB', 'Zip', 'E-mail', 'Do not call', 'Policy #', 'Company'],
          [
            { text: 'Agnes Whitlock', as: 'rich' },
            9195550111,
            { number: 9.195550112e9, format: 3 },
            { number: 20_000, format: 0 },
            { number: 501, format: 1 },
            { text: 'agnes@example.com', as: 'inline' },
            true,
            'A-0017',
            { text: 'Whitlock LLC', as: 'formula' },
          ],
          null,
          null,
          [
            'Burt  Lang',
            null,
            '(919) 555-0113',
            '03/04/1950',
            { number: 276031234, format: 2 },
            { text: '#N/A', as: 'error' },
            false,
            '0042',
            null,
          ],
          [
            "D'Arcy Quill",
            '919-555-0114',
            null,
            { number: 0, format: 0 },
            '27603',
            'darcy@example.com',
            null,
            "'=1+1",
            null,
          ],
        ],
      },
      {
        name: 'Old clients',
        rows: [
          ['Name', 'Phone'],
          ['Never Read', '919-555-0199'],
        ],
      },
    ],
  }),
);

put(
  'phones.xlsx',
  await makeWorkbook({
    formats: ['000-000-0000', '@'],
    sheets: [
      {
        name: 'Sheet1',
        rows: [
          [
            'Nombre',
            'Apellido',
            'Celular',
            'Teléfono',
            'Correo electrónico',
            'Fecha de nacimiento',
            'Idioma',
            'Código Postal',
          ],
          ['Ximena', 'Núñez', 5125550142, '001', 'ximena@example.com', '15/08/1960', 'Español', 2108],
          ['Raúl', 'Ibarra', { number: 5125550143, format: 0 }, null, null, '08/15/1960', 'es', '02108'],
          ['Pilar', 'Soto', '5.125550144E+09', null, null, 22143, 'English', null],
          ['Blas', 'Mora', '5.12555E+09', null, null, null, null, null],
          [
            'Eva',
            'Luna',
            '5125550145.0',
            '512-555-0146 / 512-555-0147',
            'eva@example.com; luna@example.com',
            null,
            null,
            null,
          ],
        ],
      },
    ],
  }),
);

put('old-mac.csv', 'First Name,Last Name,Mobile,Home\rOpal,Finch,503-555-0171,503-555-0172\rJune,Park,,503-555-0173\r');

put(
  'statuses-and-groups.csv',
  sheet('First Name,Last Name,Phone,Status,Group,Follow-up date,Company,Address 1,Address 2,City,State,Zip', [
    {
      'First Name': 'Faye',
      'Last Name': 'Holm',
      Phone: '701-555-0101',
      Status: 'working',
      Group: 'Church',
      'Follow-up date': '12/15/2026',
      Company: 'Holm Farms',
      'Address 1': '1 Prairie Ln',
      'Address 2': 'Barn 2',
      City: 'Fargo',
      State: 'ND',
      Zip: '58102',
    },
    {
      'First Name': 'Gil',
      'Last Name': 'Stone',
      Phone: '701-555-0102',
      Status: 'Hot hot hot',
      Group: 'Bowling',
      'Follow-up date': 'next week',
    },
    { 'First Name': 'Hope', 'Last Name': 'Reed', Phone: '701-555-0103', Status: 'Hot hot hot', Group: 'Bowling' },
  ]),
);

put(
  'quoted-tabs.csv',
  '"Prospect First Name"\t"Prospect Last Name"\t"Daytime Phone"\t"Evening Phone"\t"Mailing Address"\t"Mailing City"\t"Mailing State"\t"Mailing Zip"\t"Age"\t"Carrier"\t"Comments"\n' +
    '"Iris"\t"Vale"\t"208-555-0131"\t"208-555-0132"\t"5 ""B"" St"\t"Boise"\t"Idaho"\t"83702"\t"66"\t"Acme Life"\t"Tab\there"\n' +
    '"Noel"\t"Frost"\t"000-000-0000"\t"208-555-0133"\t""\t"Nampa"\t"ID"\t"83651.0"\t"64"\t""\t"=HYPERLINK(""x"")"\n',
);
