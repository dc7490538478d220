import { listExports } from '#contract/exports.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { formatContacts } from '../_kit/format/format-count.ts';
import { STATUS_WORDS, whatOf, whoOf } from './export-words.ts';
import { useExportRefusal } from './use-export-refusal.ts';
import './exports.css';

/** Number of files displayed. Our choice: as many as fit next to the users. */
const SHOWN = 5;

/** Latest exports, for managers; updates live. */
export function ExportsCard() {
  const { user } = useApp();
  const now = useNow();
  const refusal = useExportRefusal();
  const { data } = useResource(listExports, refusal === undefined ? { query: { limit: SHOWN } } : null);
  if (data === null) return null;
  return (
    <Card
      title="Exports"
      aside={
        <ButtonLink href="/exports" size="small" look="plain">
          All
        </ButtonLink>
      }
    >
      {data.data.length === 0 ? <p className="pad quiet">No contacts exported.</p> : null}
      <ul className="exports-last">
        {data.data.map((one) => (
          <li key={one.id}>
            <p>
              <span className="med">{whoOf(one)}</span> {formatContacts(one.rows ?? one.confirmed)}
              {one.status === 'complete' ? '' : `, ${STATUS_WORDS[one.status].text.toLowerCase()}`}
            </p>
            <p className="meta quiet">
              {whatOf(one)}, {formatWhen(one.created_at, IANA_ZONES[user.timezone], now)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
