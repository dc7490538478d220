export const CRUMBS = [{ label: 'Broadcasts', href: '/broadcasts' }];
