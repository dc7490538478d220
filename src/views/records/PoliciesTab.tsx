import { Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { deletePolicy, listPolicies, type Policy, restorePolicy } from '#contract/records/policies.contract.ts';
import { dollars } from '#rules/money.ts';
import { formatPlainDate } from '#rules/plain-date.ts';
import { useApp } from '../_app/use-app.ts';
import { useResource } from '../_app/use-resource.ts';
import { Button } from '../_kit/Button.tsx';
import { Card } from '../_kit/Card.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';
import { IconButton } from '../_kit/IconButton.tsx';
import { StatusWord } from '../_kit/StatusWord.tsx';
import { Cell, HeadCell, Table } from '../_kit/Table.tsx';
import { useFocusKept } from '../_kit/use-focus-kept.ts';
import { aboutWords, PERIOD_WORDS, policyName, STATUS_WORDS } from './policy-words.ts';
import { TabState } from './TabState.tsx';
import { useTouched } from './use-touched.ts';
import { useUndo } from './use-undo.ts';
import './records.css';

const PolicyDialog = lazy(async () => ({ default: (await import('./PolicyDialog.tsx')).PolicyDialog }));

/** What a contact is insured by. */
export function PoliciesTab({ contact }: { contact: Contact }) {
  const { user } = useApp();
  const resource = useTouched(contact, useResource(listPolicies, { params: { id: contact.id } }));
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const frame = useFocusKept<HTMLDivElement>('.acts .icon-btn', '.btn');
  const readOnly = contact.deleted_at !== null || !user.permissions.includes('contacts.write');
  const add = readOnly ? null : (
    <Button icon={Plus} look="primary" size="small" onClick={() => setOpen('new')}>
      Add policy
    </Button>
  );

  return (
    <div className="records" ref={frame}>
      <TabState resource={resource} what="The policies">
        {({ data: policies }) => (
          <>
            {policies.length === 0 ? (
              <EmptyState
                icon={ShieldCheck}
                title="No policies yet"
                text="What they are insured by stands here: carrier, plan, premium and when it ends."
                action={add}
              />
            ) : (
              <Card title="Policies" count={String(policies.length)} aside={add}>
                <PolicyTable contact={contact} policies={policies} readOnly={readOnly} onOpen={setOpen} />
              </Card>
            )}
            {open === null ? null : (
              <Suspense>
                <PolicyDialog
                  contact={contact}
                  policy={policies.find(({ id }) => id === open) ?? null}
                  readOnly={readOnly}
                  onClose={() => setOpen(null)}
                />
              </Suspense>
            )}
          </>
        )}
      </TabState>
    </div>
  );
}

interface PolicyTableProps {
  contact: Contact;
  policies: readonly Policy[];
  readOnly: boolean;
  onOpen: (id: number) => void;
}

function PolicyTable({ contact, policies, readOnly, onOpen }: PolicyTableProps) {
  const remove = useUndo({ list: listPolicies, remove: deletePolicy, restore: restorePolicy, thing: 'Policy' });
  return (
    <Table stacks aria-label="Policies">
      <thead>
        <tr>
          <HeadCell>Policy</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell numeric>Premium</HeadCell>
          <HeadCell numeric>From</HeadCell>
          <HeadCell>
            <span className="sr">Delete</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {policies.map((policy) => {
          const { word, tone } = STATUS_WORDS[policy.status];
          return (
            <tr key={policy.id}>
              <Cell narrow="title">
                <button type="button" className="record-name" onClick={() => onOpen(policy.id)}>
                  {policyName(policy)}
                </button>
                <span className="record-sub meta quiet">{aboutWords(policy)}</span>
              </Cell>
              <Cell narrow="sub">
                <StatusWord {...(tone && { tone })}>{word}</StatusWord>
              </Cell>
              <Cell numeric narrow="sub-aside">
                {policy.premium_cents === null ? null : (
                  <>
                    {dollars(policy.premium_cents)}
                    <span className="record-sub meta quiet">{PERIOD_WORDS[policy.premium_period].behind}</span>
                  </>
                )}
              </Cell>
              <Cell numeric narrow="none">
                {policy.effective_on === null ? '' : formatPlainDate(policy.effective_on)}
                {policy.expires_on === null ? null : (
                  <span className="record-sub meta quiet">to {formatPlainDate(policy.expires_on)}</span>
                )}
              </Cell>
              <Cell narrow="aside" className="acts">
                {readOnly ? null : (
                  <IconButton
                    icon={Trash2}
                    size="small"
                    label={`Delete ${policyName(policy)}`}
                    onClick={() => remove.submit({ params: { id: contact.id, policyId: policy.id } })}
                  />
                )}
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
