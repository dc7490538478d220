import type { Viewer } from '#rules/access/pages.ts';
import { adminGroups } from './admin-groups.ts';
import { AdminLinks } from './AdminLinks.tsx';
import './admin.css';

interface AdminNavProps {
  viewer: Viewer;
  path: string;
}

/** The pages of administration, beside the one that is open. */
export function AdminNav({ viewer, path }: AdminNavProps) {
  return (
    <nav className="subnav" aria-label="Admin">
      {adminGroups(viewer).map(({ group, pages }) => (
        <div key={group}>
          <h2>{group}</h2>
          <AdminLinks pages={pages} path={path} />
        </div>
      ))}
    </nav>
  );
}
