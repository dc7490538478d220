import type { ThirdPartyKey } from '#rules/settings/third-parties.ts';

/** A provider's script on this page. */
interface ThirdPartyScript {
  /** Loads it, or shows again what `hide` hid. */
  readonly show: (id: string) => void;
  readonly hide: () => void;
  /** Tells it of a page by its path in the router, which names no record. */
  readonly visit?: (path: string) => void;
}

type Call = (...args: unknown[]) => unknown;

/** Names that the scripts look for on the page. */
interface Page {
  Intercom?: Call & { q?: unknown[] };
  zE?: Call;
  $crisp?: { push: (command: unknown[]) => unknown };
  CRISP_WEBSITE_ID?: string;
  dataLayer?: unknown[];
}

const page = (): Page => window as unknown as Page;

/** Adds a script once. Returns false when it was there. */
function load(id: string, src: string): boolean {
  if (document.getElementById(id) !== null) return false;
  const script = document.createElement('script');
  Object.assign(script, { id, src, async: true });
  document.head.append(script);
  return true;
}

/** Keeps calls until the script is there and takes them over. */
function intercomQueue(): Call {
  const queue: unknown[] = [];
  return Object.assign((...args: unknown[]) => queue.push(args), { q: queue });
}

// The script tells commands from data by the type of `arguments`.
function gtag(..._args: unknown[]): void {
  // oxlint-disable-next-line prefer-rest-params -- see above
  page().dataLayer?.push(arguments);
}

/** As the providers' guides have it, without a script inside of the page, which its policy forbids. */
export const THIRD_PARTY_SCRIPTS: Readonly<Record<ThirdPartyKey, ThirdPartyScript>> = {
  intercom_app_id: {
    show: (id) => {
      page().Intercom ??= intercomQueue();
      page().Intercom?.('boot', { app_id: id });
      load('third-party-intercom', `https://widget.intercom.io/widget/${encodeURIComponent(id)}`);
    },
    hide: () => page().Intercom?.('shutdown'),
  },
  zendesk_key: {
    show: (id) => {
      // The script finds itself by this name.
      const isNew = load('ze-snippet', `https://static.zdassets.com/ekr/snippet.js?key=${encodeURIComponent(id)}`);
      if (!isNew) page().zE?.('messenger', 'show');
    },
    hide: () => page().zE?.('messenger', 'hide'),
  },
  crisp_website_id: {
    show: (id) => {
      page().$crisp ??= [] as unknown[];
      page().CRISP_WEBSITE_ID = id;
      if (!load('third-party-crisp', 'https://client.crisp.chat/l.js')) page().$crisp?.push(['do', 'chat:show']);
    },
    hide: () => {
      page().$crisp?.push(['do', 'session:reset']);
      page().$crisp?.push(['do', 'chat:hide']);
    },
  },
  google_analytics_id: {
    show: (id) => {
      if (!load('third-party-analytics', `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`))
        return;
      page().dataLayer ??= [];
      gtag('js', new Date());
      gtag('config', id, { send_page_view: false, allow_google_signals: false });
    },
    hide: () => undefined,
    visit: (path) => {
      // Addresses and titles of pages name people.
      gtag('set', { page_location: `${location.origin}${path}`, page_title: path, page_referrer: '' });
      gtag('event', 'page_view');
    },
  },
};
