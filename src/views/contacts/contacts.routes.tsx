import { createRoute, redirect } from '@tanstack/react-router';
import { lastView } from '../../store/last-view.ts';
import { aiSearch } from '../../store/ai-search.ts';
import { appRoute } from '../_base/routes/frame-routes.ts';
import { searchPage } from '../_base/routes/page-parts.tsx';
import { firstView } from './first-view.ts';
import { contactSearch, contactsSearch } from './contacts-search.ts';
import { ContactsPage } from './list/ContactsPage.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ContactRoute = lazyPart(() => import('./page/ContactRoute.tsx'), 'ContactRoute');

// The list is part of the start: it doesn't load lazily.
const contactsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts',
  validateSearch: contactsSearch,
  beforeLoad: ({ context: { refusal, user }, cause, location, search }) => {
    if (refusal !== null || user === null) return;
    const found = aiSearch.take(user);
    if (found !== null) throw redirect({ to: '/contacts', search: contactsSearch(found), replace: true });
    // Within the list, an address without a query is the view that was chosen.
    if (cause === 'stay' || location.searchStr !== '') return lastView.keep(user, search);
    const view = contactsSearch({ ...firstView(user) });
    if (Object.keys(view).length > 0) throw redirect({ to: '/contacts', search: view, replace: true });
  },
  component: searchPage('/contacts', contactsSearch, ContactsPage),
});

const contactRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/contacts/$number',
  validateSearch: contactSearch,
  component: ContactRoute,
});

export const contactsRoutes = [contactsRoute, contactRoute] as const;
