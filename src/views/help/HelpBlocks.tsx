import type { HelpBlock, HelpSpan } from '#contract/help.contract.ts';
import { Link } from '../_kit/display/Link.tsx';

/** Content of a help page. Its blocks never change their order, so that the index identifies them. */
export const HelpBlocks = ({ blocks }: { blocks: readonly HelpBlock[] }) =>
  blocks.map((block, at) => <Block key={at} block={block} />);

function Block({ block }: { block: HelpBlock }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2 id={block.id} tabIndex={-1}>
          {block.text}
        </h2>
      ) : (
        <h3 id={block.id} tabIndex={-1}>
          {block.text}
        </h3>
      );
    case 'text':
      return (
        <p>
          <Spans spans={block.spans} />
        </p>
      );
    case 'steps':
      return <Steps {...block} />;
    case 'code':
      return <pre className="help-code">{block.text}</pre>;
    case 'table':
      return <HelpTable {...block} />;
  }
}

function Steps({ ordered, items }: Extract<HelpBlock, { kind: 'steps' }>) {
  const List = ordered ? 'ol' : 'ul';
  return (
    <List className="help-steps">
      {items.map((spans, at) => (
        <li key={at}>
          <Spans spans={spans} />
        </li>
      ))}
    </List>
  );
}

function HelpTable({ head, rows }: Extract<HelpBlock, { kind: 'table' }>) {
  return (
    <table className="help-table">
      <thead>
        <tr>
          {head.map((spans, at) => (
            <th key={at} scope="col">
              <Spans spans={spans} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((spans, at) => (
              <td key={at}>
                <Spans spans={spans} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Spans = ({ spans }: { spans: readonly HelpSpan[] }) => spans.map((span, at) => <Span key={at} {...span} />);

function Span({ text, strong, code, href }: HelpSpan) {
  const words = code ? <code>{text}</code> : strong ? <b>{text}</b> : text;
  return href === undefined ? words : <Link href={href}>{words}</Link>;
}
