import { Workflow } from 'lucide-react';
import { useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listWorkflowLogs, type WorkflowLog } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { StartCampaign } from '../campaign-triggers/StartCampaign.tsx';
import { StartWorkflow } from '../workflows/StartWorkflow.tsx';
import { useGate } from '../_base/use-gate.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { formatTime, formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { LOG_ROWS, LogPage } from './LogPage.tsx';

const EMPTY = {
  icon: Workflow,
  title: 'No workflows have run',
  text: 'Workflow steps for this contact and their results appear here.',
};

const STATES = {
  done: { words: 'Done', tone: 'good' },
  waiting: { words: 'Waiting', tone: 'info' },
  skipped: { words: 'Skipped', tone: 'warn' },
  failed: { words: 'Failed', tone: 'bad' },
} as const;

/** Actions of workflows on a contact. */
export function WorkflowLogTab({ contact }: { contact: Contact }) {
  const [page, setPage] = useState(1);
  const log = useResource(listWorkflowLogs, { params: { id: contact.id }, query: { page, limit: LOG_ROWS } });
  const { user } = useApp();
  const mayRun = useGate('workflows').allowed;
  const mayStart = contact.deleted_at === null && user.permissions.includes('contacts.write');
  return (
    <>
      {mayStart ? (
        <div className="row wrap">
          <StartCampaign contact={contact} />
          {mayRun ? <StartWorkflow contact={contact} /> : null}
        </div>
      ) : null}
      <LogPage
        label="Workflow log"
        page={log}
        empty={EMPTY}
        onPage={setPage}
        row={(step) => <WorkflowRow key={step.id} step={step} />}
      />
    </>
  );
}

function WorkflowRow({ step }: { step: WorkflowLog }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { words, tone } = STATES[step.status];
  return (
    <li className="event">
      <span className="event-icon">
        <Icon of={Workflow} />
      </span>
      <div className="grow">
        <p className="event-head">
          <span>
            <b>{step.workflow_name}</b> {step.step}
          </span>
          <time dateTime={step.at} title={formatTime(step.at, zone)} className="meta quiet num">
            {formatWhen(step.at, zone, now)}
          </time>
        </p>
        <p className="email-state">
          <StatusWord tone={tone}>{words}</StatusWord>
          {step.message ? <span className="meta soft">{step.message}</span> : null}
        </p>
      </div>
    </li>
  );
}
