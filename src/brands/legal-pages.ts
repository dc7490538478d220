import type { Brand, BrandLegal, LegalPage, Support } from './brand-shape.ts';
import { legalTexts as ownTexts } from './every-legal.ts';

export interface LegalPages {
  readonly privacyPolicy: LegalPage;
  readonly termsOfUse: LegalPage;
  readonly contactUs: LegalPage;
}

/** First day on which the texts below apply. */
const EFFECTIVE = '2026-11-01';

/** First day of the terms of use that users have to accept, in every brand. */
export const TERMS_EFFECTIVE = EFFECTIVE;

/** Notices on the pages of a brand's agents, and what people can ask them about. */
export const pageTextsOf = ({ key }: Pick<Brand, 'key'>): Pick<BrandLegal, 'pageNotices' | 'pageTopics'> =>
  ownTexts[key];

/** How to reach support. */
export type Reachable = Pick<Support, 'email' | 'phone' | 'hours'>;

/** Whom the users of a brand turn to. */
export const supportOf = ({ key }: Pick<Brand, 'key'>): Support => ownTexts[key].support;

/** `support`: how to reach it, where that isn't the brand's own. */
export const legalPagesOf = (brand: Brand, support: Reachable = supportOf(brand)): LegalPages => ({
  privacyPolicy: privacyPolicy(brand),
  termsOfUse: termsOfUse(brand),
  contactUs: contactUs(brand, support),
});

function privacyPolicy({ key, name, words }: Brand): LegalPage {
  const { support, ...legal } = ownTexts[key];
  return {
    title: 'Privacy policy',
    intro: `${support.company} runs ${name} for ${words.sellers} and the agencies they work for. This page says what is kept, why, and what you can ask for.`,
    effective: EFFECTIVE,
    sections: [
      {
        heading: 'What is kept',
        paragraphs: [
          `About the people who sign in: name, username, contact details, role, sign-in times and the actions they take.`,
          `About ${words.clients}: name, address, phone numbers, e-mail addresses, ${legal.kept}. The agency that enters this data decides on it; we keep it on the agency's behalf.`,
        ],
      },
      {
        heading: 'What it is used for',
        paragraphs: [
          `To run the service: showing ${words.book}, placing calls, sending messages, importing files, keeping records the law requires. Your data isn't sold or used for advertising by others.`,
        ],
      },
      {
        heading: 'Calls and messages',
        paragraphs: [
          'Calls may be recorded where the agency has turned on recording and the law allows it; the person called is told. Consent to be called, texted or e-mailed is stored with its source and date, and a withdrawal takes effect immediately.',
        ],
      },
      ...legal.privacyExtra,
      {
        heading: 'How it is protected',
        paragraphs: [
          'Connections are encrypted. Identity numbers and bank data are encrypted again in storage, shown masked, and every reveal is recorded. Each agency sees its own data only.',
        ],
      },
      {
        heading: 'Cookies',
        paragraphs: [
          "One cookie keeps you signed in. Another one remembers this browser for 180 days, so that failed sign-ins elsewhere don't lock you out. Display options and drafts stay in your browser.",
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          `You may ask to see, correct, export or erase what is kept about you. ${words.clients.charAt(0).toUpperCase()}${words.clients.slice(1)} ask the agency they deal with; if that fails, write to ${support.email} and we pass it on within 10 days.`,
        ],
      },
    ],
  };
}

function termsOfUse({ key, name, words }: Brand): LegalPage {
  const { support, ...legal } = ownTexts[key];
  return {
    title: 'Terms of use',
    intro: `By signing in to ${name} you accept these terms, which are between you, your agency and ${withoutStop(support.company)}.`,
    effective: EFFECTIVE,
    sections: [
      {
        heading: 'Your account',
        paragraphs: [
          'Your sign-in is for you alone. Keep your password private, use two-factor where your agency requires it, and tell us immediately if you believe someone else has used your account.',
          'Administrators and managers may act in your name to help you. The screen shows who is logged in, and a record is kept.',
        ],
      },
      {
        heading: 'Your data',
        paragraphs: [
          `What your agency enters stays the agency's. You may take ${words.book} out as a file at any time within your role. Enter only people whose data you may lawfully hold.`,
        ],
      },
      {
        heading: 'Calling, texting and mailing',
        paragraphs: [
          'Contact people only with the consent the law requires and within permitted hours. The service checks consent, do-not-call lists and hours before it dials or sends; this does not replace your own duty of care.',
        ],
      },
      ...legal.termsExtra,
      {
        heading: 'What is not allowed',
        paragraphs: [
          'No misleading calls or messages, no sharing of sign-ins, no reading of data that you do not need for your work, no attempts to get around limits, and no automated collection other than through the documented interface.',
        ],
      },
      {
        heading: 'Charges',
        paragraphs: [
          'Plans, minutes and messages cost what is shown before you confirm. Subscriptions run until canceled and end with the paid period.',
        ],
      },
      {
        heading: 'Availability and liability',
        paragraphs: [
          'The service is offered with reasonable care and without a promise that it is never interrupted. Neither side is liable for indirect loss, as far as the law permits.',
        ],
      },
      {
        heading: 'Ending',
        paragraphs: [
          `You or your agency may stop at any time. For 30 days after the end the agency can still take its data out; then it is erased, except for what the law obliges ${support.company} to keep.`,
        ],
      },
    ],
  };
}

function contactUs({ key, name, words }: Brand, { email, hours }: Reachable): LegalPage {
  const support = supportOf({ key });
  return {
    title: 'Contact us',
    intro: `A person will answer. If ${name} showed you an error, have the request number ready.`,
    effective: EFFECTIVE,
    sections: [
      {
        heading: `Help for ${words.sellers}`,
        paragraphs: [`Write to ${email} or call during ${hours}. Most questions are answered the same day.`],
      },
      {
        heading: `You are not one of our ${words.sellers}`,
        paragraphs: [
          `If someone called or wrote to you using ${name}, tell us the number or address they used. We'll find the agency and can have you removed from its lists.`,
        ],
      },
      {
        heading: 'Security',
        paragraphs: [
          `Found a weakness? Write to ${support.email} with "security" in the subject. Please give us 90 days before you publish.`,
        ],
      },
      { heading: 'By post', paragraphs: [`${support.company}, ${support.address}`] },
    ],
  };
}

/** "Inc." at the end of a sentence brings the stop along. */
const withoutStop = (company: string): string => company.replace(/\.$/, '');
