import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { adminGroups } from './admin-groups.ts';
import { AdminLinks } from './AdminLinks.tsx';
import './admin.css';

/** The pages of administration by what they are about: the way in, and the list on a small window. */
export function AdminPage() {
  const { boot, user } = useApp();
  const groups = adminGroups({ permissions: user.permissions, features: featureFactsOf(boot, user) });
  return (
    <>
      <PageBar title={titleOf('/admin')} />
      <div className="scroll">
        <div className="body admin-groups">
          {groups.map(({ group, pages }) => (
            <Card key={group} title={group} count={`${pages.length}`}>
              <AdminLinks pages={pages} path="/admin" />
            </Card>
          ))}
        </div>
      </div>
    </>
  );
}
