import { useSelector } from '@xstate/react';
import { CircleDashed } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Authorization, AuthorizationType, Offer, SignedInType } from '#contract/integrations.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { IntegrationAsk, Integrations } from '../../machines/integrations/integrations.machine.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { type SearchProps, searchPage } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useTicks } from '../_base/use-ticks.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import type { Tone } from '../_kit/display/Icon.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { ABOUT, serverRows, statusOf, waitingText } from './integration-words.ts';
import { cameBack, type IntegrationsSearch, integrationsSearch } from './integrations-search.ts';
import './integrations.css';

const CalendarsDialog = lazyPart(() => import('./CalendarsDialog.tsx'), 'CalendarsDialog');
const DisconnectDialog = lazyPart(() => import('./DisconnectDialog.tsx'), 'DisconnectDialog');
const KeyDialog = lazyPart(() => import('./KeyDialog.tsx'), 'KeyDialog');
const LinkDialog = lazyPart(() => import('./KeyDialog.tsx'), 'LinkDialog');

const TICK_MS = 15_000;

type Opened =
  | { readonly what: 'calendars' | 'disconnect'; readonly one: Authorization }
  | { readonly what: 'key' | 'link' };

/** Accounts at providers that the current user has connected, with their state and what to do about it. */
export function IntegrationsPage({ search, setSearch }: SearchProps<IntegrationsSearch>) {
  const { integrations: machine, newKey } = usePageMachines();
  const [back] = useState(() => cameBack(search));
  const actor = usePageMachine(machine, { input: { newKey, back } });
  const snapshot = useSelector(actor, (now) => now);
  const { toasts } = useApp();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { integrations, refusal, declined } = snapshot.context;
  const submit = (ask: IntegrationAsk) => actor.send({ type: 'integrations.submit', ask });
  // A code works once, so it leaves the address.
  useEmitted(actor, 'integrations.arrived', () => setSearch({}, 'replace'));
  useEmitted(actor, 'integrations.leave', ({ url }) => window.location.assign(url));
  useEmitted(actor, 'integrations.done', ({ ask }) => {
    if (ask.what !== 'sync') toasts.show({ tone: 'good', text: DONE[ask.what] });
  });
  const close = () => {
    setOpened(null);
    actor.send({ type: 'integrations.reload' });
  };
  const total = integrations?.offers.length ?? 0;
  return (
    <>
      <PageBar
        title={titleOf('/integrations')}
        scope={
          integrations === null ? null : (
            <>
              <b>{integrations.own.length}</b> of <b>{total}</b> connected
            </>
          )
        }
      />
      <div className="body integrations">
        {snapshot.hasTag('unreachable') ? (
          <ErrorPanel
            title="Couldn't load your integrations"
            text={refusal?.text ?? ''}
            requestId={refusal?.requestId ?? null}
            actions={<Button onClick={() => actor.send({ type: 'integrations.reload' })}>Try again</Button>}
          />
        ) : null}
        {integrations === null && snapshot.hasTag('pending') ? (
          <SkeletonLines lines={8} label="Loading your integrations" />
        ) : null}
        {integrations !== null && refusal !== null ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        {declined === null ? null : (
          <Note tone="warn" title={`${ABOUT[declined].name} wasn’t connected`}>
            <p>Access wasn’t allowed. Connect again whenever you like.</p>
          </Note>
        )}
        {integrations === null ? null : (
          <Lists integrations={integrations} isBusy={snapshot.hasTag('busy')} submit={submit} open={setOpened} />
        )}
      </div>
      <Suspense>
        {opened?.what === 'calendars' ? <CalendarsDialog one={opened.one} onClose={close} /> : null}
        {opened?.what === 'disconnect' ? (
          <DisconnectDialog
            one={opened.one}
            onConfirm={() => {
              submit({ what: 'disconnect', id: opened.one.id });
              setOpened(null);
            }}
            onCancel={() => setOpened(null)}
          />
        ) : null}
        {opened?.what === 'key' ? <KeyDialog onClose={close} /> : null}
        {opened?.what === 'link' ? <LinkDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}

const DONE = { connect: 'Connected', finish: 'Connected', disconnect: 'Disconnected' } as const;

export const IntegrationsRoute = searchPage('/integrations', integrationsSearch, IntegrationsPage);

interface ListsProps {
  integrations: Integrations;
  isBusy: boolean;
  submit: (ask: IntegrationAsk) => void;
  open: (opened: Opened) => void;
}

function Lists({ integrations: { own, offers, server }, ...rest }: ListsProps) {
  const troubled = own.filter(({ status }) => status !== 'connected');
  const fine = own.filter(({ status }) => status === 'connected');
  const others = offers.filter(({ type }) => !own.some((one) => one.type === type));
  const { user } = useApp();
  const isAdmin = user.permissions.includes('reference.manage');
  return (
    <>
      <Group title="Needs attention" rows={troubled}>
        {(one) => <Connected key={one.id} one={one} {...rest} />}
      </Group>
      <Group title="Connected" rows={fine}>
        {(one) => <Connected key={one.id} one={one} {...rest} />}
      </Group>
      <Group title="Not connected" rows={others}>
        {(offer) => <NotConnected key={offer.type} offer={offer} {...rest} />}
      </Group>
      <Group title="Of your agency" rows={serverRows(server)} isCounted={false}>
        {({ key, name, tone, text, more, href }) => (
          <Row key={key} name={name} status={{ ...(tone && { tone }), text, more }}>
            {href !== undefined && isAdmin ? (
              <ButtonLink size="small" href={href}>
                Open
              </ButtonLink>
            ) : null}
          </Row>
        )}
      </Group>
    </>
  );
}

interface GroupProps<T> {
  title: string;
  rows: readonly T[];
  isCounted?: boolean;
  children: (row: T) => ReactNode;
}

function Group<T>({ title, rows, isCounted = true, children }: GroupProps<T>) {
  if (rows.length === 0) return null;
  return (
    <Card title={title} count={isCounted ? String(rows.length) : undefined}>
      <ul className="integration-rows" aria-label={title}>
        {rows.map(children)}
      </ul>
    </Card>
  );
}

interface RowProps {
  name: string;
  account?: string;
  status: { readonly tone?: Tone; readonly text: string; readonly more: string };
  children: ReactNode;
}

function Row({ name, account, status: { tone, text, more }, children }: RowProps) {
  return (
    <li>
      <span className="integration-mark" aria-hidden="true">
        {name[0]}
      </span>
      <div className="integration-text">
        <p>
          <b className="med">{name}</b> {account}
        </p>
        <p className="row wrap integration-state">
          <StatusWord {...(tone === undefined ? { icon: CircleDashed } : { tone })}>{text}</StatusWord>
          <span className="meta quiet">{more}</span>
        </p>
      </div>
      <div className="row wrap integration-actions">{children}</div>
    </li>
  );
}

type RowActions = Pick<ListsProps, 'isBusy' | 'submit' | 'open'>;

const isSignedIn = (type: AuthorizationType): type is SignedInType =>
  type === 'google' || type === 'outlook' || type === 'phone_burner';

function Connected({ one, isBusy, submit, open }: RowActions & { one: Authorization }) {
  const { user } = useApp();
  const now = useTicks(TICK_MS, clockNow);
  const { type, status } = one;
  const { name } = ABOUT[type];
  const said = statusOf(one, now, IANA_ZONES[user.timezone]);
  const more = [said.more, waitingText(one) ?? ''].filter((text) => text !== '').join(' ');
  const account = `${one.link ?? one.name}${one.sample ? ' (demo: nothing leaves this server)' : ''}`;
  const isSynced = type !== 'phone_burner' && type !== 'demio';
  return (
    <Row name={name} account={account} status={{ ...said, more }}>
      <Fix one={one} isBusy={isBusy} submit={submit} open={open} />
      {isSynced && status !== 'needs_you' ? (
        <Button
          size="small"
          busy={isBusy}
          aria-label={`Sync ${name} now`}
          onClick={() => submit({ what: 'sync', id: one.id })}
        >
          Sync now
        </Button>
      ) : null}
      {isSynced ? (
        <Button size="small" aria-label={`Calendars of ${name}`} onClick={() => open({ what: 'calendars', one })}>
          Calendars
        </Button>
      ) : null}
      <Button
        size="small"
        look="plain"
        aria-label={`Disconnect ${name}`}
        onClick={() => open({ what: 'disconnect', one })}
      >
        Disconnect
      </Button>
    </Row>
  );
}

/** The remedy of a problem, or what is changed about a connection that has no calendars. */
function Fix({ one: { type, status }, isBusy, submit, open }: RowActions & { one: Authorization }) {
  if (type === 'demio')
    return (
      <Button size="small" onClick={() => open({ what: 'link' })}>
        Change link
      </Button>
    );
  if (status !== 'needs_you') return null;
  return type === 'calendly' ? (
    <Button size="small" look="primary" onClick={() => open({ what: 'key' })}>
      Enter a new token
    </Button>
  ) : (
    <Button size="small" look="primary" busy={isBusy} onClick={() => submit({ what: 'connect', type })}>
      Sign in again
    </Button>
  );
}

function NotConnected({ offer: { type, state }, isBusy, submit, open }: RowActions & { offer: Offer }) {
  const { name, does } = ABOUT[type];
  const isAway = state === 'not_set_up';
  const more = isAway
    ? `${name} isn’t set up on this server.`
    : state === 'sample'
      ? `${does} Demo: connects a simulated calendar.`
      : does;
  const connect = () => {
    if (isSignedIn(type)) submit({ what: 'connect', type });
    else open({ what: type === 'demio' ? 'link' : 'key' });
  };
  return (
    <Row name={name} status={{ text: 'Not connected', more }}>
      {isAway ? null : (
        <Button size="small" busy={isBusy} aria-label={`Connect ${name}`} onClick={connect}>
          Connect
        </Button>
      )}
    </Row>
  );
}
