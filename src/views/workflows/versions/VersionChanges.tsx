import { useState } from 'react';
import type { Flow } from '#contract/workflows.contract.ts';
import { readVersion } from '#contract/workflows/versions.contract.ts';
import { type FlowChange, filtersOf, flowChanges } from '#rules/workflows/flow-changes.ts';
import { useResource } from '../../_base/use-resource.ts';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { useScopeNames } from '../../contacts/list/use-scope-names.tsx';
import { useFlowChoices } from '../editor/use-flow-names.ts';
import { Failed } from '../Failed.tsx';

const KIND_WORDS: Readonly<Record<FlowChange['kind'], { text: string; tone?: 'good' | 'warn' | 'info' }>> = {
  added: { text: 'Added', tone: 'good' },
  removed: { text: 'Removed', tone: 'warn' },
  changed: { text: 'Changed', tone: 'info' },
  moved: { text: 'Moved' },
};

const titleOf = (number: number): string => (number === 0 ? 'the draft' : `version ${number}`);

interface VersionChangesProps {
  flow: Flow;
  /** 0: the draft. */
  right: number;
}

/** What a version, or the draft, changed since another one, step by step. */
export function VersionChanges({ flow, right }: VersionChangesProps) {
  const { nameOf } = useFlowChoices();
  const others = flow.versions.map(({ number }) => number).filter((number) => number !== right);
  const [left, setLeft] = useState(others.find((number) => right === 0 || number < right) ?? others[0] ?? null);
  const readOf = (number: number | null) =>
    number === null || number === 0 ? null : { params: { id: flow.id }, query: { version: number } };
  const [before, after] = [useResource(readVersion, readOf(left)), useResource(readVersion, readOf(right))];
  const now = right === 0 ? flow.definition : (after.data?.data.definition ?? null);
  const then = before.data?.data.definition ?? null;
  const filters = useScopeNames([now, then].flatMap((one) => (one === null ? [] : filtersOf(one))));
  if (left === null) return <p className="body soft">This is the only version.</p>;
  const error = before.error ?? after.error;
  return (
    <section className="body stack flow-above" aria-label={`Changes of ${titleOf(right)}`}>
      <div className="row wrap">
        <SelectField
          label={`Changes of ${titleOf(right)} since`}
          value={String(left)}
          onChange={({ currentTarget: { value } }) => setLeft(Number(value))}
          options={others.map((number) => ({ value: String(number), label: `Version ${number}` }))}
        />
      </div>
      {filters.source}
      {then !== null && now !== null ? (
        <Changes changes={flowChanges(then, now, { nameOf, filterNameOf: filters.nameOf })} />
      ) : error === null ? (
        <SkeletonLines lines={4} label="Loading versions" />
      ) : (
        <Failed
          title="Couldn't load the versions"
          error={error}
          onRetry={() => {
            before.reload();
            after.reload();
          }}
        />
      )}
    </section>
  );
}

function Changes({ changes }: { readonly changes: readonly FlowChange[] }) {
  if (changes.length === 0) return <p>The steps are the same.</p>;
  return (
    <ul className="flow-trial">
      {changes.map(({ kind, place, before, after }) => {
        const { text, tone } = KIND_WORDS[kind];
        return (
          <li key={`${kind} ${place}`}>
            <span className="row">
              <span className="med grow">{place}</span>
              <StatusWord {...(tone && { tone })}>{text}</StatusWord>
            </span>
            {before === '' ? null : (
              <p className="soft">
                <span className="sr">Before: </span>
                <del>{before}</del>
              </p>
            )}
            {after === '' ? null : (
              <p>
                <span className="sr">Now: </span>
                {after}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
