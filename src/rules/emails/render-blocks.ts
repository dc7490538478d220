import {
  type EmailBlock,
  type EmailDocument,
  EMAIL_WIDTH,
  type LeafBlock,
} from '#contract/email-templates/blocks.contract.ts';

// Tables and inline styles only, since Outlook for Windows reads nothing else. Text and background have no color, so
// that a client's dark mode chooses both; the button has both, so that it stays readable in either.

const FONT = 'font-family:Arial,Helvetica,sans-serif';
const BUTTON_COLOR = '#1d4ed8';
/** Points between the text and the edge of the e-mail. */
const EDGE = 24;
const HEIGHTS = { small: 8, medium: 24, large: 48 } as const;
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const MARK = /\{\{.*?\}\}|\{%.*?%\}/g;

/** A text in HTML, also within quotes. Merge fields stay as they are: their values are escaped when they are filled in. */
function escaped(text: string): string {
  const marks: readonly string[] = text.match(MARK) ?? [];
  const between = text.split(MARK).map((part) => part.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter));
  return between.map((part, at) => `${part}${marks[at] ?? ''}`).join('');
}

/** Bold, italics and links of a text that is escaped already. */
const inline = (html: string): string =>
  html
    .replaceAll(/\[([^\][]+)\]\(([^()\s]+)\)/g, (_, label: string, href: string) => `<a href="${href}">${label}</a>`)
    .replaceAll(/\*\*(?=\S)(.+?)(?<=\S)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])/g, '<em>$1</em>');

const LIST_LINE = /^[-•]\s+/;

/** Paragraphs and lists of a text block. */
function paragraphs(text: string): string {
  const parts = text
    .trim()
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '');
  return parts
    .map((part, at) => {
      const lines = part.split('\n');
      const margin = `margin:0${at === parts.length - 1 ? '' : ' 0 16px'}`;
      if (lines.every((line) => LIST_LINE.test(line.trim()))) {
        const items = lines.map((line) => `<li>${inline(escaped(line.trim().replace(LIST_LINE, '')))}</li>`);
        return `<ul style="${margin};padding:0 0 0 24px">${items.join('')}</ul>`;
      }
      return `<p style="${margin}">${lines.map((line) => inline(escaped(line))).join('<br />')}</p>`;
    })
    .join('\n');
}

interface Place {
  /** Points from the edge, and of the whole. */
  readonly edge: number;
  readonly width: number;
}

const cell = (inner: string, { edge }: Place, align = 'left', style = 'font-size:16px;line-height:24px'): string =>
  `<tr><td align="${align}" style="padding:8px ${edge}px;${FONT};${style};text-align:${align}">${inner}</td></tr>`;

function leafRow(block: LeafBlock, place: Place): string {
  switch (block.kind) {
    case 'heading': {
      const [tag, size] = block.level === 1 ? ['h1', 28] : ['h2', 20];
      const style = `margin:0;font-size:${size}px;line-height:${size + 8}px;font-weight:bold`;
      return cell(`<${tag} style="${style}">${escaped(block.text)}</${tag}>`, place, block.align);
    }
    case 'text':
      return cell(paragraphs(block.text), place, block.align);
    case 'button': {
      const look = `background-color:${BUTTON_COLOR};border-radius:6px;padding:12px 24px;${FONT};font-size:16px`;
      const link = `<a href="${escaped(block.href.trim())}" style="color:#ffffff;font-weight:bold;text-decoration:none">${escaped(block.label)}</a>`;
      const button = `<table ${TABLE}><tbody><tr><td bgcolor="${BUTTON_COLOR}" align="center" style="${look}">${link}</td></tr></tbody></table>`;
      return `<tr><td align="${block.align}" style="padding:8px ${place.edge}px">${button}</td></tr>`;
    }
    case 'image': {
      if (block.src === '') return '';
      const width = Math.min(block.width, place.width - 2 * place.edge);
      const style = `display:block;width:100%;max-width:${width}px;height:auto;border:0`;
      const image = `<img src="${escaped(block.src)}" alt="${escaped(block.alt)}" width="${width}" style="${style}" />`;
      const href = block.href.trim();
      return cell(href === '' ? image : `<a href="${escaped(href)}">${image}</a>`, place, block.align);
    }
    case 'divider':
      return cell(
        `<table ${TABLE} width="100%"><tbody><tr><td height="1" style="border-top:1px solid #8a8f98;font-size:1px;line-height:1px">&nbsp;</td></tr></tbody></table>`,
        place,
      );
    case 'spacer': {
      const height = HEIGHTS[block.size];
      return `<tr><td height="${height}" style="font-size:1px;line-height:${height}px">&nbsp;</td></tr>`;
    }
    case 'signature': {
      const own = block.text.trim() === '' ? '' : `\n${paragraphs(block.text)}`;
      const sender = `<p style="margin:0"><strong>{{ my_name }}</strong><br />{{ my_phone }}<br />{{ my_email }}</p>`;
      return cell(`${sender}${own}`, place, 'left', 'font-size:14px;line-height:21px');
    }
  }
}

function row(block: EmailBlock): string {
  const place = { edge: EDGE, width: EMAIL_WIDTH };
  if (block.kind !== 'columns') return leafRow(block, place);
  const half = EMAIL_WIDTH / 2;
  const side = (leaves: readonly LeafBlock[]) => {
    const rows = leaves.map((leaf) => leafRow(leaf, { edge: EDGE, width: half })).join('\n');
    return `<td class="col" width="50%" valign="top"><table ${TABLE} width="100%"><tbody>${rows || '<tr><td>&nbsp;</td></tr>'}</tbody></table></td>`;
  };
  return `<tr><td><table ${TABLE} width="100%"><tbody><tr>\n${side(block.left)}\n${side(block.right)}\n</tr></tbody></table></td></tr>`;
}

/** HTML around rows: as wide as an e-mail, and narrower on a phone. */
const around = (rows: string): string =>
  `<table ${TABLE} width="100%"><tbody><tr><td align="center">
<table ${TABLE} width="${EMAIL_WIDTH}" style="width:100%;max-width:${EMAIL_WIDTH}px"><tbody>
${rows}
</tbody></table>
</td></tr></tbody></table>`;

/** The HTML of an e-mail, with its merge fields. Empty: it has no blocks. */
export const renderBlocks = ({ blocks }: EmailDocument): string =>
  blocks.length === 0
    ? ''
    : around(
        blocks
          .map(row)
          .filter((html) => html !== '')
          .join('\n'),
      );

/** The HTML of one block, to look at it alone. */
export const renderBlock = (block: EmailBlock): string => row(block);
