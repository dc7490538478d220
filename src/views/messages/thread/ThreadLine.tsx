import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { formatDate, formatTime } from '../../_kit/format/format-when.ts';
import { entryWords } from '../../timeline/entry-words.ts';
import './thread-line.css';

interface ThreadLineProps {
  line: TimelineEntry;
  zone: string;
  /** Where all of it is; `null`: an unknown number, which has no lines. */
  contactNumber: number | null;
}

/** Letters of a text that stand in a line; the rest is at the contact. Ours. */
const LETTERS = 160;

/** A call, an e-mail or a consent between the texts: bubbles are for what was written person to person. */
export function ThreadLine({ line, zone, contactNumber }: ThreadLineProps) {
  const { icon, did, body } = entryWords(line);
  const { what } = line;
  const failed = what.of === 'mail' && what.status === 'failed' ? what.reason : '';
  const href = contactNumber === null ? null : `/contacts/${contactNumber}${TABS[what.of] ?? ''}`;
  const short = body.length > LETTERS ? `${body.slice(0, LETTERS).trimEnd()}…` : body;
  return (
    <li className="thread-line">
      <span className="thread-line-icon">
        <Icon of={icon} />
      </span>
      <div className="grow">
        <p className="thread-line-head">
          <span>
            <Who line={line} /> {href === null ? did : <Link href={href}>{did}</Link>}
          </span>
          <time dateTime={line.at} title={formatDate(line.at, zone)} className="meta quiet num">
            {formatTime(line.at, zone)}
          </time>
        </p>
        {failed === '' ? null : <p className="meta bad-t">Not delivered: {failed}</p>}
        {what.of === 'mail' && what.sender_verified === false ? (
          <StatusWord tone="warn">Sender not verified</StatusWord>
        ) : null}
        {short === '' ? null : <p className="soft thread-line-body">{short}</p>}
      </div>
    </li>
  );
}

const TABS: Readonly<Partial<Record<TimelineEntry['what']['of'], string>>> = { mail: '?tab=email_log' };

function Who({ line: { actor, acting_as: actingAs } }: { line: TimelineEntry }) {
  const { user } = useApp();
  if (actor === null) return null;
  const name = actor.id === user.id && actingAs === null ? 'You' : actor.name;
  return (
    <>
      <b>{name}</b>
      {actingAs === null ? null : `, as ${actingAs.name},`}
    </>
  );
}
