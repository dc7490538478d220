import { createRoute, redirect } from '@tanstack/react-router';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { contactsRoutes } from '../contacts/contacts.routes.tsx';

const startRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

/** Pages whose routes the first script has: the contact list is part of the start. */
export const firstRoutes = [startRoute, ...contactsRoutes] as const;

/** The start, the list and one contact. Its other pages are longer. */
const FIRST_PATHS = /^\/(contacts(\/\d+)?\/?)?$/u;

/** True for an address whose page the first script knows. */
export const isFirstPath = (path: string): boolean => FIRST_PATHS.test(path);
