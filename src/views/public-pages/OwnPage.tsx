import { type FormEvent, useState } from 'react';
import { type PageGap, readOwnWebpage } from '#contract/public-pages.contract.ts';
import { updateWebpage } from '#contract/profile.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { PageLeads } from './PageLeads.tsx';

type Own = Reply<typeof readOwnWebpage>['data'];

const GAP_WORDS: Readonly<Record<PageGap, string>> = {
  domain: 'A page address',
  numbers: 'How many organizations and plans you represent, which Medicare asks for',
  about: 'A few words about you',
  phone: 'Your phone number',
  office: "Your agency's office address",
  hours: "Your agency's office hours",
  licenses: 'The states you are licensed in, from your enrollment form',
};

/** State and gaps of the user's public page, and the requests that came through it. */
export function OwnPage() {
  // The user changes with the form above.
  const { user } = useApp();
  const version = JSON.stringify([user.webpage, user.phone]);
  const { data, error, reload } = useResource(readOwnWebpage, {}, { version });
  if (data === null) {
    return (
      <Card title="How people see your page" padded>
        {error === null ? (
          <SkeletonLines lines={2} label="Loading your public page" />
        ) : (
          <Note tone="bad" title="Couldn't load your public page" role="alert">
            <p>{error.message}</p>
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        )}
      </Card>
    );
  }
  const own = data.data;
  return (
    <>
      <Card title="How people see your page" padded>
        <div className="settings-form">
          <Address own={own} />
          <Gaps gaps={own.gaps} />
          {own.needs_numbers ? <Numbers key={`${own.organizations} ${own.plans}`} own={own} /> : null}
        </div>
      </Card>
      {user.permissions.includes('contacts.read') ? <PageLeads isShown={own.active} /> : null}
    </>
  );
}

function Address({ own: { url, active } }: { own: Own }) {
  if (url === null) return <p className="soft">Choose a page address above, and show the page to everyone.</p>;
  return (
    <div className="settings-acts">
      {active ? (
        <StatusWord tone="good">Public</StatusWord>
      ) : (
        <StatusWord tone="warn">Hidden: only you know the address</StatusWord>
      )}
      <span className="what">{url}</span>
      {active ? (
        <>
          <a className="link" href={url} target="_blank" rel="noreferrer">
            Open your page
          </a>
          <CopyButton size="small" text={url} label="Copy address" />
        </>
      ) : null}
    </div>
  );
}

function Gaps({ gaps }: { gaps: readonly PageGap[] }) {
  if (gaps.length === 0) return <p className="soft">Nothing is missing.</p>;
  return (
    <div>
      <p className="soft">Still missing:</p>
      <ul className="page-gaps">
        {gaps.map((gap) => (
          <li key={gap}>{GAP_WORDS[gap]}</li>
        ))}
      </ul>
    </div>
  );
}

const textOf = (count: number | null) => (count === null ? '' : String(count));
const countIn = (text: string) => (text.trim() === '' ? null : Number(text));

/** Counts for the notice that Medicare asks for. */
function Numbers({ own }: { own: Own }) {
  const { user } = useApp();
  const [draft, setDraft] = useState({ organizations: textOf(own.organizations), plans: textOf(own.plans) });
  const save = useSubmit(updateWebpage, { invalidates: [readOwnWebpage] });
  const isChanged = countIn(draft.organizations) !== own.organizations || countIn(draft.plans) !== own.plans;
  const input = (name: 'organizations' | 'plans') => ({
    value: draft[name],
    error: save.error?.fields[`webpage.${name}`]?.[0],
    inputMode: 'numeric' as const,
    onChange: (event: FormEvent<HTMLInputElement>) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const webpage = { organizations: countIn(draft.organizations), plans: countIn(draft.plans) };
        if (isChanged) save.submit({ params: { id: user.id }, body: { webpage } });
      }}
    >
      <div className="pair">
        <TextField label="Organizations you represent" maxLength={4} {...input('organizations')} />
        <TextField label="Plans you offer" maxLength={5} {...input('plans')} />
      </div>
      {save.error === null || Object.keys(save.error.fields).length > 0 ? null : (
        <Note tone="bad" title="Couldn't save" role="alert">
          <p>{save.error.message}</p>
        </Note>
      )}
      <div className="settings-acts">
        <Button type="submit" busy={save.state === 'submitting'} refusal={isChanged ? undefined : 'No changes to save'}>
          Save numbers
        </Button>
      </div>
    </form>
  );
}
