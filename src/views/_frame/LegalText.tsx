import type { Brand, LegalPage } from '#brands/brand.ts';
import { type LegalPages, legalPagesOf, type Reachable, supportOf } from '#brands/legal-pages.ts';
import { capital } from '#rules/words/capital.ts';
import { Facts } from '../_kit/display/Facts.tsx';
import { formatPlainDate } from '../_kit/format/format-when.ts';
import { Link } from '../_kit/display/Link.tsx';
import { PublicFrame } from './PublicFrame.tsx';

export type LegalPath = '/contact-us' | '/privacy-policy' | '/terms-of-use';

const PAGE_OF: Record<LegalPath, keyof LegalPages> = {
  '/contact-us': 'contactUs',
  '/privacy-policy': 'privacyPolicy',
  '/terms-of-use': 'termsOfUse',
};

interface LegalTextProps {
  brand: Brand;
  path: LegalPath;
  /** Absent: the brand's. */
  support?: Reachable;
}

/** One of the brand's public texts. */
export function LegalText({ brand, path, support = supportOf(brand) }: LegalTextProps) {
  const page = legalPagesOf(brand, support)[PAGE_OF[path]];
  return (
    <PublicFrame brand={brand} title={page.title} intro={page.intro} kind="text" path={path}>
      <div className="prose">
        {path === '/contact-us' ? <Reach support={support} /> : null}
        <LegalSections page={page} />
        {path === '/contact-us' ? null : (
          <p className="meta quiet">
            Effective <span className="num">{formatPlainDate(page.effective)}</span>.
          </p>
        )}
      </div>
    </PublicFrame>
  );
}

/** The sections of one of those texts. */
export const LegalSections = ({ page }: { page: LegalPage }) =>
  page.sections.map((section) => (
    <section key={section.heading}>
      <h2>{section.heading}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));

function Reach({ support }: { support: Reachable }) {
  const dashed = support.phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/u, '1-$1-$2-$3');
  return (
    <Facts
      facts={[
        { label: 'E-mail', value: <Link href={`mailto:${support.email}`}>{support.email}</Link> },
        { label: 'Phone', value: <Link href={`tel:${support.phone}`}>{dashed}</Link> },
        { label: 'Hours', value: capital(support.hours) },
      ]}
    />
  );
}
