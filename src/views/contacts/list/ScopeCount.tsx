import { formatCount } from '../../_kit/format/format-count.ts';

interface ScopeCountProps {
  sentence: string;
  /** Contacts of the scope. `null`: not known yet. */
  total: number | null;
  /** Contacts of the whole group. `null`: not known yet. */
  whole: number | null;
}

/** "Mine, state TX, tagged hot: 214 of 9,031" */
export function ScopeCount({ sentence, total, whole }: ScopeCountProps) {
  if (total === null) return <>{sentence}</>;
  return (
    <>
      {sentence}: <b>{formatCount(total)}</b>
      {whole !== null && whole !== total ? (
        <>
          {' '}
          of <b>{formatCount(whole)}</b>
        </>
      ) : null}
    </>
  );
}

/** "1–50 of 214" */
export function pagerText(from: number, rows: number, total: number | null): string {
  if (rows === 0) return total === 0 ? 'No contacts match' : '';
  const range = `${formatCount(from)}–${formatCount(from + rows - 1)}`;
  return total === null ? range : `${range} of ${formatCount(total)}`;
}
