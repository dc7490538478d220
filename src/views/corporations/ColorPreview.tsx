import { contrastOf, inkOn, type PageColors, shownColors, TEXT_CONTRAST } from '#rules/corporations/colors.ts';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

interface ColorPreviewProps {
  name: string;
  colors: { readonly [Name in keyof PageColors]?: string | undefined };
}

/** How a page with these colors looks, and whether its texts can be read. */
export function ColorPreview({ name, colors }: ColorPreviewProps) {
  const { color_1: main, color_2: link, color_3: background } = shownColors(colors);
  return (
    <section className="whole stack" aria-label="Color preview">
      <div className="corporation-preview" style={{ background }} aria-hidden="true">
        <b style={{ color: main }}>{name || 'Corporation'}</b>
        <span style={{ color: link }}>Read more</span>
        <span className="corporation-button" style={{ background: main, color: inkOn(main) }}>
          Contact us
        </span>
      </div>
      <ul className="row wrap">
        <Readable what="Headings" ratio={contrastOf(main, background)} />
        <Readable what="Links" ratio={contrastOf(link, background)} />
      </ul>
    </section>
  );
}

function Readable({ what, ratio }: { what: string; ratio: number }) {
  const isGood = ratio >= TEXT_CONTRAST;
  return (
    <li>
      <StatusWord tone={isGood ? 'good' : 'bad'}>
        {what} {ratio}:1{isGood ? '' : `, needs ${TEXT_CONTRAST}:1`}
      </StatusWord>
    </li>
  );
}
