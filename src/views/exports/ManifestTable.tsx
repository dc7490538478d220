import type { ExportManifest } from '#contract/exports.contract.ts';
import { EXPORT_HEADERS } from '#rules/imports/exports.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { shortHash, STATUS_WORDS, sizeOf, whatOf, whoOf } from './export-words.ts';

interface ManifestTableProps {
  manifests: readonly ExportManifest[];
  busy: boolean;
}

/** Facts about each file. */
export function ManifestTable({ manifests, busy }: ManifestTableProps) {
  const { user } = useApp();
  const now = useNow();
  return (
    <TableScroll label="Exports">
      <Table stacks className="manifests" aria-busy={busy}>
        <colgroup>
          <col style={{ width: '30%' }} />
          <col style={{ width: '24%' }} />
          <col style={{ width: '7em' }} />
          <col />
          <col style={{ width: '16em' }} />
        </colgroup>
        <thead>
          <tr>
            <HeadCell narrow="title">Export</HeadCell>
            <HeadCell narrow="sub">User, date and purpose</HeadCell>
            <HeadCell narrow="aside" numeric>
              Contacts
            </HeadCell>
            <HeadCell narrow="sub-aside">State</HeadCell>
            <HeadCell narrow="none">Checksum</HeadCell>
          </tr>
        </thead>
        <tbody>
          {manifests.map((one) => (
            <tr key={one.id}>
              <Cell narrow="title">
                <span className="med">{whatOf(one)}</span>
                <p className="meta quiet">{one.columns.map((column) => EXPORT_HEADERS[column]).join(', ')}</p>
              </Cell>
              <Cell narrow="sub">
                {whoOf(one)},{' '}
                <time dateTime={one.created_at}>{formatWhen(one.created_at, IANA_ZONES[user.timezone], now)}</time>
                {one.why === '' ? null : <p className="meta quiet">{one.why}</p>}
              </Cell>
              <Cell narrow="aside" numeric>
                {formatCount(one.rows ?? one.confirmed)}
              </Cell>
              <Cell narrow="sub-aside">
                <StatusWord {...toneOf(one)}>{STATUS_WORDS[one.status].text}</StatusWord>
                {one.failure === null ? null : <p className="meta quiet not-small">{one.failure}</p>}
              </Cell>
              <Cell narrow="none">
                {one.sha256 === null ? null : (
                  <>
                    <code title={one.sha256}>{shortHash(one.sha256)}</code>{' '}
                    <CopyButton look="plain" size="small" label="Copy" text={one.sha256} />
                    <p className="meta quiet num">{sizeOf(one.bytes ?? 0)}</p>
                  </>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function toneOf({ status }: ExportManifest) {
  const { tone } = STATUS_WORDS[status];
  return tone === undefined ? {} : { tone };
}
