import { type CSSProperties, Fragment, type ReactNode, useMemo } from 'react';

/** Tags of an e-mail that are shown as they are. The server removes all others; what else arrives becomes its text. */
const SHOWN = ['p', 'strong', 'em', 'u', 'ul', 'ol', 'li', 'table', 'tbody', 'tr', 'td'] as const;

const isShown = (tag: string): tag is (typeof SHOWN)[number] => SHOWN.some((one) => one === tag);

/** Images of our own, which the page may load; others show their description. */
const OWN_IMAGE = /^https?:\/\/[^/]+(\/_mail\/images\/[\w.-]+)$/;

/**
 * Sanitized HTML of an e-mail as React elements. Links don't leave the page, headings aren't headings of the page, and
 * images from elsewhere show their description.
 */
export function SimpleHtml({ html }: { html: string }) {
  const body = useMemo(() => new DOMParser().parseFromString(html, 'text/html').body, [html]);
  return <div className="template-html">{childrenOf(body)}</div>;
}

/** White space between the rows of a table would be text where none may be. */
const childrenOf = (node: Node): ReactNode[] =>
  [...node.childNodes]
    .filter(
      (child) =>
        child.nodeType !== Node.TEXT_NODE || !/^(?:TABLE|TBODY|TR|BODY)$/.test(node.nodeName) || hasText(child),
    )
    .map((child, at) => shown(child, at));

const hasText = ({ textContent }: Node): boolean => (textContent ?? '').trim() !== '';

/** Styles as React takes them: the policy of the page refuses them as text. */
function styleOf(element: HTMLElement): CSSProperties {
  const parts = (element.getAttribute('style') ?? '').split(';').map((part) => part.split(':'));
  return Object.fromEntries(
    parts.flatMap(([name = '', value = '']) =>
      name.trim() === ''
        ? []
        : [[name.trim().replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()), value.trim()]],
    ),
  );
}

function shown(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const tag = node.tagName.toLowerCase();
  const style = styleOf(node);
  if (tag === 'br') return <br key={key} />;
  if (tag === 'hr') return <hr key={key} />;
  if (tag === 'img') return <Picture key={key} of={node} style={style} />;
  if (tag === 'a')
    return (
      <u key={key} style={style} title={node.getAttribute('href') ?? ''}>
        {childrenOf(node)}
      </u>
    );
  if (tag === 'h1' || tag === 'h2')
    return (
      <p key={key} style={style}>
        {childrenOf(node)}
      </p>
    );
  if (!isShown(tag)) return <Fragment key={key}>{childrenOf(node)}</Fragment>;
  if (tag === 'table') {
    const width = node.getAttribute('width');
    const sized = width === null ? style : { width: width.endsWith('%') ? width : `${width}px`, ...style };
    return (
      <table key={key} role="presentation" style={sized}>
        {childrenOf(node)}
      </table>
    );
  }
  if (tag === 'td')
    return (
      <td key={key} align={alignOf(node)} className={node.classList.contains('col') ? 'col' : undefined} style={style}>
        {childrenOf(node)}
      </td>
    );
  const Shown = tag;
  return (
    <Shown key={key} style={style}>
      {childrenOf(node)}
    </Shown>
  );
}

const alignOf = (node: HTMLElement) => {
  const align = node.getAttribute('align');
  return align === 'center' || align === 'right' ? align : 'left';
};

function Picture({ of: node, style }: { of: HTMLElement; style: CSSProperties }) {
  const alt = node.getAttribute('alt') ?? '';
  const own = OWN_IMAGE.exec(node.getAttribute('src') ?? '')?.[1];
  if (own === undefined) return <span className="chip">Image: {alt || 'no alt text'}</span>;
  return <img src={own} alt={alt} style={style} />;
}
