import type { AdminUserDetail } from '#contract/users.contract.ts';
import { actionWords } from '#rules/audit/action-words.ts';
import { useNow } from '../_base/use-now.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';

/** Audit entries about the user, newest first: by whom, and as whom. */
export function UserAudit({ person: { audit, may }, zone }: { person: AdminUserDetail; zone: string }) {
  const now = useNow();
  return (
    <Card title="Activity" count={audit.length === 50 ? 'last 50' : undefined}>
      {audit.length === 0 ? (
        <p className="pad quiet">
          {may.edit
            ? 'No activity yet. Changes, sign-ins and log-ins as this user appear here.'
            : 'No activity you can view.'}
        </p>
      ) : (
        <ol className="list user-audit">
          {audit.map((row) => (
            <li key={`${row.at} ${row.action} ${row.detail}`}>
              <p className="row">
                <b className="med">{actionWords(row.action)}</b>
                <span className="meta quiet num end">{formatWhen(row.at, zone, now)}</span>
              </p>
              {row.detail ? <p>{row.detail}</p> : null}
              <p className="meta quiet">
                by {row.actor}
                {row.acting_as === null ? '' : `, as ${row.acting_as}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
