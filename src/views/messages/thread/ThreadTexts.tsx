import { useSelector } from '@xstate/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Text } from '#contract/messages/text.contract.ts';
import type { ThreadLine as Line, ThreadTexts as ThreadTextsShown } from '../../../machines/messages/thread-texts.ts';
import type { ThreadActor } from '../../../machines/messages/thread.machine.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { byDay } from '../../timeline/days.ts';
import { Bubble } from './Bubble.tsx';
import { ThreadLine } from './ThreadLine.tsx';

interface ThreadTextsProps {
  thread: ThreadActor;
  /** Where attachments are; `null`: an unknown number. */
  contactNumber: number | null;
  empty: ReactNode;
}

/** Pixels from the top at which older texts load. */
const NEAR = 200;

/** Texts of a conversation with calls and e-mails by day, the newest at the end; older ones load on the way up. */
export function ThreadTexts({ thread, contactNumber, empty }: ThreadTextsProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { shown, failure } = useSelector(thread, ({ context }) => context);
  const isLoading = useSelector(thread, (snapshot) => snapshot.hasTag('loading'));
  const hasFailed = useSelector(thread, (snapshot) => snapshot.hasTag('failed'));
  const isLoadingOlder = useSelector(thread, (snapshot) => snapshot.hasTag('olderLoading'));
  const hasOlderFailed = useSelector(thread, (snapshot) => snapshot.hasTag('olderFailed'));
  const items = itemsOf(shown);
  const box = useKeptPlace(items);
  const days = byDay(items, zone, now);
  const loadOlder = () => thread.send({ type: 'thread.older' });
  const isNew = items.length === 0;
  return (
    <section
      className="thread-texts"
      aria-label="Conversation"
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        if (currentTarget.scrollTop < NEAR && shown.next !== null && !isLoadingOlder && !hasOlderFailed) loadOlder();
      }}
    >
      {isNew && isLoading ? <SkeletonLines lines={6} label="Loading texts" /> : null}
      {isNew && hasFailed ? (
        <ErrorPanel
          title="Couldn't load texts"
          text={failure}
          actions={<Button onClick={() => thread.send({ type: 'thread.retry' })}>Try again</Button>}
        />
      ) : null}
      {isNew && !isLoading && !hasFailed ? empty : null}
      {shown.next === null || isNew ? null : (
        <p className="thread-older">
          <Button size="small" look="plain" busy={isLoadingOlder} onClick={loadOlder}>
            {hasOlderFailed ? "Couldn't load earlier texts. Try again" : 'Load earlier texts'}
          </Button>
        </p>
      )}
      {days.map(({ label, entries }) => (
        <section key={label} aria-label={label} className="thread-day">
          <h3 className="thread-day-name">{label}</h3>
          <ol>
            {entries.map((item) =>
              'text' in item ? (
                <Bubble key={item.key} text={item.text} zone={zone} now={now} contactNumber={contactNumber} />
              ) : (
                <ThreadLine key={item.key} line={item.line} zone={zone} contactNumber={contactNumber} />
              ),
            )}
          </ol>
        </section>
      ))}
    </section>
  );
}

type Item = { readonly key: string; readonly at: string } & ({ readonly text: Text } | { readonly line: Line });

/** Texts and lines in one order of time, the oldest first. */
function itemsOf({ texts, lines }: ThreadTextsShown): Item[] {
  const items: Item[] = [
    ...lines.map((line) => ({ key: line.key, at: line.at, line })),
    ...texts.map((text) => ({ key: `text-${text.id}`, at: text.created_at, text })),
  ];
  return items.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** Pixels from the end that still count as the end. */
const AT_END = 80;

/** Follows the newest text while the end is in view; older texts above move nothing. */
function useKeptPlace(items: readonly { readonly key: string }[]): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null);
  const last = useRef({ first: '', newest: '', height: 0, top: 0, view: 0 });
  const [first, newest] = [items[0]?.key ?? '', items.at(-1)?.key ?? ''];
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const before = last.current;
    const wasAtEnd = before.height - before.top - before.view < AT_END;
    if (newest !== before.newest && (before.newest === '' || wasAtEnd)) element.scrollTop = element.scrollHeight;
    else if (first !== before.first) element.scrollTop = before.top + element.scrollHeight - before.height;
    const note = () => {
      last.current = {
        first,
        newest,
        height: element.scrollHeight,
        top: element.scrollTop,
        view: element.clientHeight,
      };
    };
    note();
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [first, newest]);
  return box;
}
