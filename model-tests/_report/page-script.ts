/**
 * Runs in the report, as text: shows the machine that the address names, opens what a path or a transition points at.
 * Everything is readable without it. It may use nothing from outside of itself.
 */
export function pageScript(): void {
  const all = <Found extends Element = HTMLElement>(selector: string, within: ParentNode = document): Found[] => [
    ...within.querySelectorAll<Found>(selector),
  ];
  const asked = new URLSearchParams(location.search).get('bg');
  const dark = asked === null ? matchMedia('(prefers-color-scheme: dark)').matches : asked === 'dark';
  if (dark) document.documentElement.dataset['bg'] = 'dark';

  const articles = all('article.machine');
  const show = () => {
    const wanted = decodeURIComponent(location.hash.slice(1));
    const chosen = articles.find(({ id }) => id === wanted) ?? articles[0];
    for (const article of articles) article.hidden = article !== chosen;
    for (const link of all('.side .nav a')) {
      if (link.getAttribute('href') === `#${chosen?.id}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    scrollTo(0, 0);
  };
  addEventListener('hashchange', show);
  show();

  for (const article of articles) {
    const names = JSON.parse(article.querySelector('script.names')?.textContent ?? '[]') as string[];
    const rows = all('tr.path', article);
    const note = article.querySelector('.filter-note');
    const showAll = article.querySelector<HTMLElement>('.show-all');
    const onlyFailing = article.querySelector<HTMLElement>('.only-failing');
    const takes = (row: HTMLElement) => (row.dataset['takes'] ?? '').split(' ').map((at) => names[Number(at)]);

    const chart = article.querySelector('.chart-scroll');
    const fit = article.querySelector<HTMLElement>('.fit');
    const offerFit = () => {
      if (fit && chart && !article.hidden && fit.getAttribute('aria-pressed') === 'false') {
        fit.hidden = chart.scrollWidth <= chart.clientWidth;
      }
    };
    addEventListener('hashchange', offerFit);
    addEventListener('resize', offerFit);
    offerFit();
    fit?.addEventListener('click', () => {
      const isOn = fit.getAttribute('aria-pressed') !== 'true';
      fit.setAttribute('aria-pressed', String(isOn));
      chart?.classList.toggle('is-fit', isOn);
    });

    const filter = (isShown: (row: HTMLElement) => boolean, words: string) => {
      for (const row of rows) row.hidden = !isShown(row);
      if (note) note.textContent = words;
      if (showAll) showAll.hidden = words === '';
    };
    const light = (taken: readonly (string | undefined)[] | null) => {
      for (const part of all<SVGElement>(
        '.machine-chart [data-transition], .machine-chart [data-transitions]',
        article,
      )) {
        const own = (part.dataset['transition'] ?? part.dataset['transitions'] ?? '').split('\n');
        const isOn = taken !== null && own.some((name) => taken.includes(name));
        part.classList.toggle('on', isOn);
        part.classList.toggle('off', taken !== null && !isOn);
        const head = part.getAttribute('marker-end');
        const plain = part.classList.contains('un') ? 'headun)' : 'head)';
        if (head !== null) part.setAttribute('marker-end', head.replace(/head(un|on)?\)/u, isOn ? 'headon)' : plain));
      }
    };
    const filterBy = (name: string, words: string) => {
      const taking = rows.filter((row) => takes(row).includes(name));
      filter((row) => taking.includes(row), `${taking.length} through “${words}”`);
      light([name]);
      onlyFailing?.setAttribute('aria-pressed', 'false');
      article.querySelector('.paths-card')?.scrollIntoView({ block: 'start' });
    };

    onlyFailing?.addEventListener('click', () => {
      const isOn = onlyFailing.getAttribute('aria-pressed') !== 'true';
      onlyFailing.setAttribute('aria-pressed', String(isOn));
      filter((row) => !isOn || row.dataset['fails'] !== undefined, isOn ? 'only those that fail' : '');
    });
    showAll?.addEventListener('click', () => {
      onlyFailing?.setAttribute('aria-pressed', 'false');
      filter(() => true, '');
      light(null);
    });
    for (const row of rows) {
      const details = row.querySelector('details');
      details?.addEventListener('toggle', () => light(details.open ? takes(row) : null));
    }
    for (const part of all<SVGElement>('.machine-chart [data-transition]', article)) {
      part.addEventListener('click', () => filterBy(part.dataset['transition'] ?? '', part.textContent ?? ''));
    }
    for (const row of all('.transition-table tr[data-transition]', article)) {
      const cell = row.lastElementChild;
      const button = document.createElement('button');
      button.className = 'link';
      button.textContent = cell?.textContent ?? '';
      const [, happens] = [...row.children].map(({ textContent }) => textContent ?? '');
      button.setAttribute('aria-label', `Show the paths through ${happens}: ${button.textContent}`);
      button.addEventListener('click', () => filterBy(row.dataset['transition'] ?? '', happens ?? ''));
      cell?.replaceChildren(button);
    }
  }
}
