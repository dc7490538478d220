import type { Brand } from '#brands/brand.ts';
import type { Webpage } from '#contract/public-pages.contract.ts';

/** Types of schema.org. */
const TYPES: Readonly<Record<Brand['trade'], string>> = {
  insurance: 'InsuranceAgency',
  'pre-need': 'LocalBusiness',
  recruiting: 'EmploymentAgency',
};

const filled = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  );

/** What search engines read, as JSON that fits into a script element. */
export function jsonLd(brand: Brand, page: Omit<Webpage, 'form'>, url: string): string {
  const { office, kind, name, agency } = page;
  const business = filled({
    '@type': TYPES[brand.trade],
    '@id': `${url}#business`,
    url,
    name: kind === 'agent' ? `${name}, ${agency}` : name,
    description: page.about_me.slice(0, 500),
    image: page.photo === '' ? '' : new URL(page.photo, url).href,
    logo: page.logo === '' ? '' : new URL(page.logo, url).href,
    telephone: page.phone,
    address: office.address === '' && office.city === '' ? '' : addressOf(office),
    areaServed: page.licensed_states,
    knowsLanguage: page.languages_spoken,
    sameAs: Object.values(page.social_links),
    openingHoursSpecification: office.hours.map(({ day, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: `https://schema.org/${day[0]?.toUpperCase()}${day.slice(1)}`,
      opens,
      closes,
    })),
    employee: kind === 'agent' ? { '@type': 'Person', name, ...(page.title !== '' && { jobTitle: page.title }) } : '',
  });
  const questions = page.faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  const graph = [business, ...(questions.length > 0 ? [{ '@type': 'FAQPage', mainEntity: questions }] : [])];
  // Inside of a script element only "<" could end it.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}

const addressOf = ({ address, city, state, zip_code: zip }: Webpage['office']) =>
  filled({
    '@type': 'PostalAddress',
    streetAddress: address,
    addressLocality: city,
    addressRegion: state,
    postalCode: zip,
    addressCountry: 'US',
  });
