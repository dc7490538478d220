import { useSelector } from '@xstate/store-react';
import { SearchX } from 'lucide-react';
import { type HelpEntry, type HelpFound, listHelpPages } from '#contract/help.contract.ts';
import { labelOf, titleOf } from '#rules/access/pages.ts';
import { questionMachine } from '../../machines/help/question.machine.ts';
import { focusWhenThere } from '../_base/arrival.ts';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { useTold } from '../_base/use-told.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { Found } from '../_kit/display/Found.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { GetHelp } from './GetHelp.tsx';
import { Handbook } from './Handbook.tsx';
import './help.css';

interface HelpPageProps {
  /** Query; empty: none. */
  q: string;
  onSearch: (q: string) => void;
}

/** The help: its contents by chapter, or what answers a question. */
export function HelpPage({ q, onSearch }: HelpPageProps) {
  const trainings = useGate('trainings');
  const { data, error, isEarlier, reload } = useResource(listHelpPages, { query: { q } });
  const pages = data?.data ?? null;
  const isSearch = q !== '' && !isEarlier;
  return (
    <>
      <PageBar
        title={titleOf('/help')}
        actions={
          <>
            {trainings.allowed ? <ButtonLink href="/trainings">{labelOf('/trainings')}</ButtonLink> : null}
            <GetHelp />
          </>
        }
      />
      <div className="help-search">
        <SearchBox value={q} onSearch={onSearch} label="Search help" placeholder="How do I…" />
        <Handbook />
      </div>
      <div className="scroll">
        <div className="body help">
          {pages === null && error === null ? <SkeletonLines lines={10} label="Loading help" /> : null}
          {pages === null && error !== null ? (
            <ErrorPanel
              title="Couldn't load help"
              text={error.message}
              requestId={error.requestId}
              actions={<Button onClick={reload}>Try again</Button>}
            />
          ) : null}
          {pages === null ? null : isSearch ? <Results found={pages} q={q} /> : <Contents pages={pages} />}
        </div>
      </div>
      <Found
        asked={q}
        text={pages === null || isEarlier || q === '' ? null : formatCounted(pages.length, 'help page', 'help pages')}
      />
    </>
  );
}

function Contents({ pages }: { pages: readonly HelpEntry[] }) {
  const chapters = [...new Set(pages.map(({ chapter }) => chapter))];
  return (
    <div className="help-contents">
      {chapters.map((chapter) => (
        <Card key={chapter} title={chapter} padded>
          <ul className="help-list">
            {pages
              .filter((page) => page.chapter === chapter)
              .map(({ slug, title, summary }) => (
                <li key={slug}>
                  <Link href={`/help/${slug}`}>{title}</Link>
                  <p className="meta quiet">{summary}</p>
                </li>
              ))}
          </ul>
        </Card>
      ))}
    </div>
  );
}

function Results({ found, q }: { found: readonly HelpFound[]; q: string }) {
  if (found.length === 0) return <NothingFound q={q} />;
  return (
    <ol className="help-list">
      {found.map(({ slug, title, heading, anchor, excerpt }) => (
        <li key={slug}>
          <Link href={anchor === '' ? `/help/${slug}` : `/help/${slug}#${anchor}`}>{heading || title}</Link>
          {heading === '' ? null : <p className="meta quiet">{title}</p>}
          <p className="soft">{excerpt}</p>
        </li>
      ))}
    </ol>
  );
}

function NothingFound({ q }: { q: string }) {
  const { chat } = useApp();
  const hasChat = useSelector(chat.isThere);
  const view = useSelector(chat.view);
  const question = usePageMachine(questionMachine);
  useTold(question, { type: 'chat.shown', canSend: view?.canSend === true, session: view?.session?.id ?? null });
  // The search is the question.
  useEmitted(question, 'question.due', () => chat.send({ type: 'chat.send', text: q }));
  const ask = () => {
    if (view?.open !== true) chat.send({ type: 'panel.toggle' });
    chat.send({ type: 'chat.start', intent: 'learn_system' });
    focusWhenThere('.max-float [data-first]');
    question.send({ type: 'question.ask' });
  };
  return (
    <EmptyState
      icon={SearchX}
      title="No help pages match"
      text="Try fewer words, or clear the search to see all pages."
      action={hasChat ? <Button onClick={ask}>Ask MAX</Button> : undefined}
    />
  );
}
