import { useState } from 'react';
import { type FeatureName, FEATURES } from '#contract/access.contract.ts';
import { type FeatureFlag, listFeatureFlags, updateFeatureFlags } from '#contract/flags.contract.ts';
import { brandOf } from '#brands/brand.ts';
import { accountTypeOf, rolesOf } from '#rules/access/account-type.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import type { FeatureFacts } from '#rules/access/features.ts';
import { featuresOf, type FeatureState as State } from '#rules/access/feature-labels.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { FeatureState } from './FeatureState.tsx';
import { type Preview, PreviewForm } from './PreviewForm.tsx';
import { RightsOf } from './RightsOf.tsx';
import './flags.css';

/** Availability of every feature with its reason; overrides of the account; a preview as another role. */
export function FeaturesPage() {
  const { boot, brand, user, session, toasts } = useApp();
  const own = featureFactsOf(boot, user);
  const [preview, setPreview] = useState<Preview>(() => ownPreview(own, brand.key));
  const flags = useResource(listFeatureFlags, {});
  const { submit, state, error } = useSubmit(updateFeatureFlags, {
    invalidates: [listFeatureFlags],
    onDone: () => {
      session.send({ type: 'session.refresh' });
      toasts.show({ tone: 'good', text: 'Updated for everyone in the account.' });
    },
  });
  const switched = flags.data?.data ?? [];
  const overrides = Object.fromEntries(switched.map(({ feature, enabled }) => [feature, enabled]));
  const seen = factsIn(preview, overrides);
  const features = featuresOf(seen);
  const included = features.filter(({ gate }) => gate.allowed).length;
  return (
    <>
      <PageBar title={titleOf('/admin/features')} scope={<Scope preview={preview} included={included} />} />
      <div className="body">
        <Card title="Preview as" padded>
          <PreviewForm value={preview} onChange={setPreview} />
        </Card>
        {error === null ? null : <Note tone="bad" role="alert" title={error.message} />}
        {flags.pending ? <SkeletonLines lines={10} label="Loading features" /> : null}
        {flags.data === null && flags.error !== null ? (
          <ErrorPanel
            title="Couldn't load features"
            text={flags.error.message}
            requestId={flags.error.requestId}
            actions={<Button onClick={flags.reload}>Try again</Button>}
          />
        ) : null}
        {flags.data === null ? null : (
          <FeatureTable
            features={features}
            flags={switched}
            busy={state === 'submitting'}
            onSwitch={(feature, enabled) => submit({ body: { feature_flags: [{ feature, enabled }] } })}
          />
        )}
        <RightsOf roles={seen.roles} label={seen.brand.roleLabels[preview.accountType]} />
      </div>
    </>
  );
}

function Scope({ preview, included }: { preview: Preview; included: number }) {
  const brand = brandOf(preview.brand);
  return (
    <>
      {brand.roleLabels[preview.accountType]} of {brand.name}, {preview.environment}: <b>{included}</b> of{' '}
      <b>{FEATURES.length}</b>
    </>
  );
}

const ownPreview = (
  { environment, roles, maxPlus, walletEnabled }: FeatureFacts,
  brand: Preview['brand'],
): Preview => ({
  brand,
  environment,
  accountType: accountTypeOf(roles),
  plan: maxPlus ?? 'none',
  wallet: walletEnabled,
});

const factsIn = (preview: Preview, overrides: FeatureFacts['overrides']): FeatureFacts => ({
  brand: brandOf(preview.brand),
  environment: preview.environment,
  roles: rolesOf(preview.accountType),
  walletEnabled: preview.wallet,
  maxPlus: preview.plan === 'none' ? null : preview.plan,
  isNamed: false,
  overrides,
});

interface FeatureTableProps {
  features: readonly State[];
  flags: readonly FeatureFlag[];
  busy: boolean;
  onSwitch: (feature: FeatureName, enabled: boolean | null) => void;
}

const CHOICES = [
  { value: 'rules', label: 'Default' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

const ENABLED = { rules: null, on: true, off: false } as const;

function FeatureTable({ features, flags, busy, onSwitch }: FeatureTableProps) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  return (
    <Card title="Features">
      <TableScroll label="Features">
        <Table full stacks className="features">
          <thead>
            <tr>
              <HeadCell>Feature</HeadCell>
              <HeadCell>For this user</HeadCell>
              <HeadCell className="c-switch">In this account</HeadCell>
              <HeadCell leaves={3}>Changed by</HeadCell>
            </tr>
          </thead>
          <tbody>
            {features.map(({ feature, label, gate }) => {
              const flag = flags.find((known) => known.feature === feature);
              return (
                <tr key={feature}>
                  <Cell narrow="title">{label}</Cell>
                  <Cell narrow="sub">
                    <FeatureState gate={gate} />
                  </Cell>
                  <Cell narrow="aside" className="c-switch">
                    <SelectField
                      label={`${label} in this account`}
                      labelHidden
                      disabled={busy}
                      value={flag === undefined ? 'rules' : flag.enabled ? 'on' : 'off'}
                      options={CHOICES}
                      onChange={({ target }) => {
                        const chosen = CHOICES.find(({ value }) => value === target.value);
                        if (chosen) onSwitch(feature, ENABLED[chosen.value]);
                      }}
                    />
                  </Cell>
                  <Cell leaves={3} narrow="none" className="quiet">
                    {flag === undefined ? '' : `${flag.changed_by}, ${formatWhen(flag.changed_at, zone, now)}`}
                  </Cell>
                </tr>
              );
            })}
          </tbody>
        </Table>
      </TableScroll>
    </Card>
  );
}
