import { Fragment, type ReactNode, useMemo } from 'react';

/** Tags of an e-mail that are shown as they are. The server removes all others; what else arrives becomes its text. */
const SHOWN = ['p', 'strong', 'em', 'u', 'ul', 'ol', 'li'] as const;

const isShown = (tag: string): tag is (typeof SHOWN)[number] => SHOWN.some((one) => one === tag);

/** Sanitized HTML of an e-mail as React elements. Links don't leave the page, and images show their description. */
export function SimpleHtml({ html }: { html: string }) {
  const body = useMemo(() => new DOMParser().parseFromString(html, 'text/html').body, [html]);
  return <div className="template-html">{childrenOf(body)}</div>;
}

const childrenOf = (node: Node): ReactNode[] => [...node.childNodes].map((child, at) => shown(child, at));

function shown(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement)) return null;
  const tag = node.tagName.toLowerCase();
  if (tag === 'br') return <br key={key} />;
  if (tag === 'img')
    return (
      <span key={key} className="chip">
        Image: {node.getAttribute('alt') || 'no alt text'}
      </span>
    );
  if (tag === 'a')
    return (
      <u key={key} title={node.getAttribute('href') ?? ''}>
        {childrenOf(node)}
      </u>
    );
  if (!isShown(tag)) return <Fragment key={key}>{childrenOf(node)}</Fragment>;
  const Shown = tag;
  return <Shown key={key}>{childrenOf(node)}</Shown>;
}
