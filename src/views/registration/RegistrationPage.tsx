import { useSelector } from '@xstate/react';
import type { TextRegistration } from '#contract/registration.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { stepOf } from '#rules/messages/registration.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { RegistrationAsk } from '../../machines/registration/registration.machine.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { DataRows } from '../_kit/display/DataTable.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { BrandForm } from './BrandForm.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { NUMBER_WORDS, STEP_WORDS } from './registration-words.ts';

/** The registration of business texts with US carriers (A2P 10DLC): what is missing, and the form for it. */
export function RegistrationPage() {
  const { registration: machine, newKey } = usePageMachines();
  const actor = usePageMachine(machine, { input: { newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { registration, refusal } = snapshot.context;
  const isBusy = snapshot.hasTag('busy');
  const submit = (ask: RegistrationAsk) => actor.send({ type: 'registration.submit', ask });
  const check: RegistrationAsk = { what: 'check' };
  return (
    <>
      <PageBar
        title={titleOf('/admin/text-registration')}
        actions={
          snapshot.can({ type: 'registration.submit', ask: check }) ? (
            <Button busy={isBusy} onClick={() => submit(check)}>
              Check now
            </Button>
          ) : null
        }
      />
      <div className="body">
        {snapshot.hasTag('unreachable') ? (
          <ErrorPanel
            title="Couldn't load the registration"
            text={refusal?.text ?? ''}
            requestId={refusal?.requestId ?? null}
            actions={<Button onClick={() => actor.send({ type: 'registration.reload' })}>Try again</Button>}
          />
        ) : null}
        {registration === null && snapshot.hasTag('pending') ? (
          <SkeletonLines lines={6} label="Loading the registration" />
        ) : null}
        {registration !== null && refusal !== null ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        {registration === null ? null : <Known registration={registration} busy={isBusy} onSubmit={submit} />}
      </div>
    </>
  );
}

interface KnownProps {
  registration: TextRegistration;
  busy: boolean;
  onSubmit: (ask: RegistrationAsk) => void;
}

function Known({ registration, busy, onSubmit }: KnownProps) {
  const { brand, campaign, numbers, enforced, provider } = registration;
  const step = stepOf(registration);
  const { tone, title, text } = STEP_WORDS[step];
  const reasons =
    step === 'brand_failed' ? [brand?.failure ?? ''] : step === 'campaign_failed' ? (campaign?.errors ?? []) : [];
  const takesBrand = step === 'brand' || step === 'brand_failed' || step === 'brand_suspended';
  return (
    <>
      <div aria-live="polite">
        <Note tone={tone} title={title}>
          <p>{text}</p>
          {reasons.length === 0 ? null : (
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </Note>
      </div>
      <p className="soft">
        {enforced
          ? 'US carriers don’t deliver texts from unregistered numbers, so these can’t send any.'
          : 'Unregistered numbers can text here. They’re blocked only in production with Twilio.'}
        {provider === 'embedded' ? ' Reviews are simulated and take a minute.' : ''}
      </p>
      {takesBrand ? <BrandForm key={step} brand={brand} busy={busy} onSubmit={onSubmit} /> : null}
      {step === 'campaign' || step === 'campaign_failed' ? (
        <CampaignForm key={step} said={campaign?.said ?? null} busy={busy} onSubmit={onSubmit} />
      ) : null}
      {numbers.length === 0 ? null : <Numbers numbers={numbers} />}
    </>
  );
}

const Numbers = ({ numbers }: Pick<TextRegistration, 'numbers'>) => (
  <DataRows
    label="Numbers that send texts"
    columns={[
      { head: 'Number', cell: ({ number }) => formatPhone(number), pin: 'name', narrow: 'title', width: '11em' },
      { head: 'User', cell: ({ user }) => user?.name ?? '', narrow: 'sub' },
      {
        head: 'Registration',
        cell: ({ state }) => {
          const { text, tone } = NUMBER_WORDS[state];
          return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
        },
        narrow: 'aside',
        width: '14em',
      },
      { head: 'Reason', cell: ({ reason }) => reason, narrow: 'none' },
    ]}
    rows={numbers.map((one) => ({ ...one, id: one.number }))}
  />
);
