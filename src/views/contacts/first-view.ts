import { type ContactsView, lastView } from '../../store/last-view.ts';
import type { RoutedUser } from '../_base/routes/frame-routes.ts';

/**
 * The view with which the list opens when its address names none: as the user left it, else their own contacts. A manager
 * or administrator without any sees everyone's.
 */
export function firstView(user: RoutedUser): ContactsView {
  const kept = lastView.read(user);
  if (kept !== null) return kept;
  return !user.owns_contacts && (user.admin || user.downline_count > 0) ? { contact_group: 'all' } : {};
}
