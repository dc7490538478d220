import type { CorpusCase } from './corpus-cases.ts';

const HEADERS = ['Name', 'Phone', 'Email Opt Out', 'SMS Opt-in Date', 'DNC', 'DNC Scrub Date', 'TCPA Consent'];
const said = (channel: string, says: string, label: string, text: string, on: string | null = null) => ({
  channel,
  says,
  on,
  label,
  text,
});
const person = (first_name: string, last_name: string, phone: string, ...consents: ReturnType<typeof said>[]) => ({
  first_name,
  last_name,
  phone,
  ...(consents.length > 0 && { consents: JSON.stringify(consents) }),
});

/** A list of leads that says who may be reached. */
export const consentCases: CorpusCase[] = [
  {
    name: 'opt-outs.csv',
    content: [
      HEADERS.join(','),
      'Ana Ruiz,512-555-0142,No,25/03/2026,,01/04/2026,Yes',
      'Bo Lee,512-555-0143,TRUE,,x,01/04/2026,No',
      'Cy Orr,512-555-0144,n/a,,N,01/04/2026,',
      'Di Fox,512-555-0145,unsubscribed,,,01/04/2026,ask her',
      '',
    ].join('\n'),
    result: {
      header_row: 1,
      mapping: {
        Name: 'full_name',
        Phone: 'phone',
        'Email Opt Out': 'consent_mail',
        'SMS Opt-in Date': 'consent_text',
        DNC: 'do_not_call',
        'TCPA Consent': 'consent_call',
      },
      dates: { 'SMS Opt-in Date': 'day_first by values' },
      contacts: [
        person(
          'Ana',
          'Ruiz',
          '+15125550142',
          said('text', 'in', 'SMS Opt-in Date', '25/03/2026', '2026-03-25'),
          said('call', 'in', 'TCPA Consent', 'Yes'),
        ),
        person(
          'Bo',
          'Lee',
          '+15125550143',
          said('mail', 'out', 'Email Opt Out', 'TRUE'),
          said('call', 'out', 'DNC', 'x'),
          said('call', 'out', 'TCPA Consent', 'No'),
        ),
        person('Cy', 'Orr', '+15125550144'),
        person('Di', 'Fox', '+15125550145', said('mail', 'out', 'Email Opt Out', 'unsubscribed')),
      ],
      others: ['4 without value_unknown consent_call'],
    },
  },
];
