import { Plus, Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type ComplianceRule, COUNSEL_NOTE, listComplianceRules, RULE_TOPICS } from '#contract/compliance.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { RulesTable } from './RulesTable.tsx';
import type { RulesTab } from './rules-tabs.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './compliance.css';

const AddRuleDialog = lazyPart(() => import('./AddRuleDialog.tsx'), 'AddRuleDialog');
const EndRuleDialog = lazyPart(() => import('./EndRuleDialog.tsx'), 'EndRuleDialog');

const LABELS: Readonly<Record<RulesTab, string>> = { in_force: 'In effect', coming: 'Upcoming', past: 'Past' };
const NOTHING: Readonly<Record<RulesTab, string>> = {
  in_force: "Without rules, hours and consent aren't checked.",
  coming: 'When a law is about to change, add the new rule with its effective date.',
  past: 'Ended rules stay here so past decisions can be explained.',
};

interface RulesPageProps {
  tab: RulesTab;
  onTab: (tab: RulesTab) => void;
}

/** The dated table of rules on reaching people, for those who answer for it. */
export function RulesPage({ tab, onTab }: RulesPageProps) {
  const rules = useResource(listComplianceRules, { query: {} });
  const [adding, setAdding] = useState<{ after: ComplianceRule | null } | null>(null);
  const [ending, setEnding] = useState<ComplianceRule | null>(null);
  const all = rules.data?.data ?? [];
  const shown = all.filter(({ state }) => state === tab);
  const items = (Object.keys(LABELS) as RulesTab[]).map((key) => ({
    key,
    label: LABELS[key],
    count: rules.data === null ? undefined : String(all.filter(({ state }) => state === key).length),
  }));

  return (
    <>
      <PageBar
        title={titleOf('/admin/rules')}
        scope="Consent, calling hours and records"
        actions={
          <Button look="primary" icon={Plus} onClick={() => setAdding({ after: null })}>
            Add rule
          </Button>
        }
      />
      <Tabs
        label="Rules"
        items={items}
        current={tab}
        onSelect={(key) => onTab(items.find((item) => item.key === key)?.key ?? 'in_force')}
        className="rules-tabs"
      >
        <div className="body rules-body">
          <Note tone="warn" title="Counsel must review these rules">
            {COUNSEL_NOTE}
          </Note>
          {rules.data === null && rules.error === null ? <SkeletonLines lines={8} label="Loading rules" /> : null}
          {rules.data === null && rules.error !== null ? (
            <ErrorPanel
              title="Couldn't load rules"
              text={rules.error.message}
              requestId={rules.error.requestId}
              actions={<Button onClick={rules.reload}>Try again</Button>}
            />
          ) : null}
          {rules.data !== null && shown.length === 0 ? (
            <EmptyState icon={Scale} title={`No ${LABELS[tab].toLowerCase()} rules`} text={NOTHING[tab]} />
          ) : null}
          {RULE_TOPICS.map((topic) => (
            <RulesTable
              key={topic}
              topic={topic}
              rules={shown.filter(({ rule }) => rule === topic)}
              onEnd={tab === 'past' ? null : setEnding}
              onFollow={(rule) => setAdding({ after: rule })}
            />
          ))}
        </div>
      </Tabs>
      <Suspense>
        {adding ? <AddRuleDialog after={adding.after} onClose={() => setAdding(null)} /> : null}
        {ending ? <EndRuleDialog rule={ending} onClose={() => setEnding(null)} /> : null}
      </Suspense>
    </>
  );
}
