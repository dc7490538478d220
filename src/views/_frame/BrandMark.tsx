import type { Brand } from '#brands/brand.ts';

/** The brand's mark in the surrounding text color, with its name next to it. */
export function BrandMark({ brand }: { brand: Brand }) {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {brand.mark.map(({ d, stroke }) =>
        stroke === null ? (
          <path key={d} d={d} fill="currentColor" />
        ) : (
          <path
            key={d}
            d={d}
            fill="none"
            stroke="currentColor"
            strokeWidth={stroke}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ),
      )}
    </svg>
  );
}
