import type { ReactNode } from 'react';
import type { Brand } from '#brands/brand.ts';
import { labelOf } from '#rules/access/pages.ts';
import { classes } from '../_kit/format/class-names.ts';
import { Anchor } from '../_kit/display/Link.tsx';
import { BrandMark } from './BrandMark.tsx';
import { usePageTitle } from './use-page-title.ts';

export interface PublicFrameProps {
  brand: Brand;
  /** "Sign in to Bellwether" */
  title: string;
  /** Under the title; the brand's tagline by default. */
  intro?: ReactNode;
  /** Pages to read are wider and begin at the top; inside an installed app no link leads out. */
  kind?: 'form' | 'text' | 'app';
  /** The path of this page, to mark it in the footer. */
  path?: string;
  children: ReactNode;
}

/** Paths are given by the specification. */
const LEGAL = (['/contact-us', '/privacy-policy', '/terms-of-use'] as const).map((href) => ({
  href,
  label: labelOf(href),
}));

/** The frame of pages that need no sign-in. */
export function PublicFrame({ brand, title, intro, kind = 'form', path, children }: PublicFrameProps) {
  usePageTitle(title);
  return (
    <div className={classes('public', kind !== 'form' && `is-${kind}`)}>
      <main id="main" tabIndex={-1}>
        <div className="box">
          <div className="top">
            {kind === 'text' ? (
              <Anchor href="/login" aria-label={`${brand.name}, sign in`} className="home">
                <BrandMark brand={brand} />
              </Anchor>
            ) : (
              <BrandMark brand={brand} />
            )}
            <div>
              <h1>{title}</h1>
              <p className="soft">{intro ?? brand.tagline}</p>
            </div>
          </div>
          {children}
        </div>
      </main>
      {kind === 'app' ? null : <LegalLinks brand={brand} path={path} />}
    </div>
  );
}

function LegalLinks({ brand, path }: { brand: Brand; path: string | undefined }) {
  return (
    <footer className="legal-links">
      {LEGAL.map(({ href, label }) => (
        <Anchor key={href} href={href} aria-current={href === path ? 'page' : undefined}>
          {label}
        </Anchor>
      ))}
      <span className="num">{brand.version}</span>
    </footer>
  );
}
