import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { brandOf } from '#brands/brand.ts';
import { Boot } from '#contract/_boot.contract.ts';
import { watchStyles } from './actors/_frame/load-part.ts';
import { startApp } from './actors/root.ts';
import { App } from './views/_app/App.tsx';
import { keepCrashDetails } from './views/_app/Crash.tsx';
import { reloadForNewVersion } from './views/_app/new-version.ts';
import { showDisplay } from './views/_base/show-display.ts';
import { applyBrand } from './views/_frame/display-options.ts';

const boot = z.parse(Boot, JSON.parse(document.querySelector('#boot')?.textContent ?? 'null'));
applyBrand(document, brandOf(boot.brand), boot);
showDisplay(document);
watchStyles();
keepCrashDetails();
reloadForNewVersion(window, {
  age: () => performance.now(),
  wasReloaded: () =>
    performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload'),
  reload: () => location.reload(),
});

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no #root');
// No StrictMode: it stops and restarts the actor of a view, and a promise aborted by the stop then fails the restarted one.
createRoot(root).render(<App actors={startApp(boot, location)} />);
