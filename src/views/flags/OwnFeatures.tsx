import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { featuresOf } from '#rules/access/feature-labels.ts';
import { useApp } from '../_base/use-app.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { FeatureState } from './FeatureState.tsx';

/** The current user's features, and the reason for each unavailable one. */
export function OwnFeatures() {
  const { boot, user } = useApp();
  const features = featuresOf(featureFactsOf(boot, user));
  const included = features.filter(({ gate }) => gate.allowed).length;
  return (
    <div className="settings-parts">
      <Card title="Plan and payment" padded>
        <div className="row">
          <p className="grow">See your plan, card and charges in Billing.</p>
          <ButtonLink href="/billing">Billing</ButtonLink>
        </div>
      </Card>
      <Card title="Your features" count={`${included} of ${features.length}`}>
        <Table full>
          <thead>
            <tr>
              <HeadCell>Feature</HeadCell>
              <HeadCell>For you</HeadCell>
            </tr>
          </thead>
          <tbody>
            {features.map(({ feature, label, gate }) => (
              <tr key={feature}>
                <Cell>{label}</Cell>
                <Cell>
                  <FeatureState gate={gate} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </div>
  );
}
