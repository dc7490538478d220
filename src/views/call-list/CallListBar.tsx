import { ListChecks, Pause, Phone, Play, SkipForward, X } from 'lucide-react';
import type { ListedContact } from '#contract/call-list.contract.ts';
import { countsOf } from '../../machines/call-list/call-list.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { useDial } from '../phone/panel/DialNumber.tsx';
import { STATE_WORDS, WRAP_WORDS } from './call-list-words.ts';
import { useCallList } from './use-call-list.ts';
import './call-list.css';

/** The call list below the head of the page at `path`: whose turn it is, and what comes next. */
export function CallListBar({ path }: { path: string }) {
  const working = useCallList();
  if (working === null) return null;
  const { state, list, current, send } = working;
  const close = <IconButton icon={X} size="small" label="End call list" onClick={() => send({ type: 'list.end' })} />;
  if (state === 'over' || current === undefined) {
    const { called, passed } = countsOf(list);
    return (
      <section className="banner call-list" aria-label="Call list">
        <Icon of={ListChecks} />
        <output className="med">Call list done</output>
        <span className="num soft">
          {formatCount(called)} called, {formatCount(passed)} skipped
        </span>
        <span className="end row">{close}</span>
      </section>
    );
  }
  return (
    <section className="banner call-list" aria-label="Call list">
      <Icon of={ListChecks} />
      <span className="num med call-list-place">
        {formatCount(list.at + 1)} of {formatCount(list.entries.length)}
      </span>
      <Whose contact={current} path={path} />
      <output className="soft call-list-state">
        {state === 'wrapping' ? WRAP_WORDS[list.outcomes[current.id] ?? 'passed'] : STATE_WORDS[state]}
      </output>
      <span className="end row">
        <Acts working={working} phone={current.phone} />
        {close}
      </span>
    </section>
  );
}

/** The current contact; a link, where another page is open. */
function Whose({ contact: { name, number, about }, path }: { contact: ListedContact; path: string }) {
  const href = `/contacts/${number}`;
  return (
    <span className="call-list-who">
      {path === href ? <span className="med cut">{name}</span> : <Link href={href}>{name}</Link>}
      {about === '' ? null : <span className="soft cut">{about}</span>}
    </span>
  );
}

interface ActsProps {
  working: NonNullable<ReturnType<typeof useCallList>>;
  phone: string;
}

function Acts({ working: { state, list, isBusy, send }, phone }: ActsProps) {
  const { refusal } = useDial({ number: phone });
  const isLast = list.at === list.entries.length - 1;
  return (
    <>
      {isBusy || state === 'pausing' ? null : (
        <Button size="small" icon={Phone} refusal={refusal} onClick={() => send({ type: 'list.dial' })}>
          {state === 'wrapping' ? 'Call again' : 'Call'}
        </Button>
      )}
      {state === 'talking' ? null : (
        <Button
          size="small"
          icon={SkipForward}
          aria-keyshortcuts="j Alt+ArrowDown"
          onClick={() => send({ type: 'list.next' })}
        >
          {isLast ? 'Finish' : 'Next'}
        </Button>
      )}
      <Button
        size="small"
        look="plain"
        icon={list.isAutomatic ? Pause : Play}
        short={list.isAutomatic ? 'Pause' : 'Auto'}
        aria-pressed={list.isAutomatic}
        onClick={() => send({ type: 'list.automate', isOn: !list.isAutomatic })}
      >
        {list.isAutomatic ? 'Pause calling' : 'Call automatically'}
      </Button>
    </>
  );
}
