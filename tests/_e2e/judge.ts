import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules about a page as a whole: what lies below a dialog is hidden from those who hear it. */
const OF_PAGES = ['region', 'page-has-heading-one', 'landmark-one-main'];
const CONTRAST: RunOptions = { runOnly: ['color-contrast'] };

/** What floats above a page. */
export const FLOATING = '[role=dialog], [role=alertdialog], [role=menu], dialog[open]';
/** Of a page that something floats above: the page itself is a place of its own. */
const AFLOAT = `${FLOATING}, .popover, [aria-expanded=true]`;

/** Of the frame, alike on every page of its kind: whoever has judged it once for a visitor may leave it out. */
const RAIL = '.rail, .subnav';

interface Looked {
  /** Nothing floats above the page, so all of it is judged. */
  readonly isPage: boolean;
  /** The rail is left out. */
  readonly isRailKnown?: boolean;
  /** Judged before at another width: its colors are the same, and the contrast of every text takes the longest. */
  readonly isAgain?: boolean;
  /** Tags of the rules; all that this house keeps when absent. */
  readonly tags?: string[];
}

/** What axe finds, of whatever weight, each with where it is. */
export const findings = (page: Page, look: Looked): Promise<string[]> => {
  const { isPage, isAgain = false, tags = TAGS } = look;
  const off = [...(isPage ? [] : OF_PAGES), ...(isAgain ? ['color-contrast'] : [])];
  const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
  return judged(page, { runOnly: tags, rules }, look);
};

/** What axe finds in the dark, which is the same document in other colours; it has been judged by day. */
export async function inTheDark(page: Page, look: Looked): Promise<string[]> {
  await paint(page, { bg: 'dark' });
  const found = await judged(page, CONTRAST, look);
  await paint(page, { bg: 'default' });
  return found.map((fault) => `dark ${fault}`);
}

/** Text that stands out too little. */
export const tooPale = (page: Page): Promise<string[]> => judged(page, CONTRAST, { isPage: true });

/** Runs axe in the page: on all of it, or on what floats above it where something does. */
async function judged(page: Page, options: RunOptions, { isPage, isRailKnown = false }: Looked): Promise<string[]> {
  // Half a megabyte, sent once a document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ options: asked, within: selector, without }) => {
      const judge = (globalThis as unknown as { axe: typeof axe }).axe;
      const parts = selector === null ? [] : [...document.querySelectorAll(selector)];
      const all = without === null ? document : { exclude: [without] };
      const { violations } = await judge.run(parts.length === 0 ? all : { include: parts }, asked);
      return violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${impact} ${id}: ${target.join(' ')} ${failureSummary}`),
      );
    },
    {
      options: { ...options, resultTypes: ['violations' as const] },
      within: isPage ? null : AFLOAT,
      without: isRailKnown ? RAIL : null,
    },
  );
}

/** Sets data attributes of the document. Colours are judged where a change of them has ended. */
export const paint = (page: Page, data: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((set) => {
    Object.assign(document.documentElement.dataset, set);
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }, data);

/** Parts that are wider than the screen, and by how much the page can be pushed sideways. */
export const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, main, .main, [role=dialog], [role=alertdialog], .popover')].flatMap((part) =>
      part.scrollWidth > part.clientWidth + 1
        ? [`${part.tagName}.${part.className} is ${part.scrollWidth} wide in ${part.clientWidth}`]
        : [],
    ),
  );

/** One stop of the Tab key, and what is wrong with it. */
interface Stop {
  /** Its element and classes. */
  readonly kind: string;
  readonly name: string;
  readonly faults: readonly string[];
}

/** Stops of one round; more of them means that Tab never comes round. */
const MAX_STOPS = 400;
/** Stops between two looks whether the round is over. */
const BATCH = 15;
const TAB = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;

/**
 * Goes round with the Tab key and looks at every stop: whether it is in view, whether something lies over it, whether
 * it shows that it has the focus, and whether it is large enough to be hit.
 */
export async function tabRound(
  page: Page,
  { isRailKnown = false }: { readonly isRailKnown?: boolean } = {},
): Promise<{ stops: number; faults: string[] }> {
  await page.evaluate(watchStops, isRailKnown ? RAIL : null);
  const keys = await page.context().newCDPSession(page);
  for (let pressed = 0; pressed < MAX_STOPS; pressed += BATCH) {
    // Sent at once: every stop is judged in the page, so nothing waits for an answer in between.
    await Promise.all(Array.from({ length: BATCH }, () => keys.send('Input.dispatchKeyEvent', TAB)));
    if (await page.evaluate(() => (globalThis as unknown as Watched).isRound())) break;
  }
  await keys.detach();
  const stops = await page.evaluate(() => (globalThis as unknown as Watched).endWatch());
  return { stops: stops.length, faults: briefly(stops) };
}

/** Of many alike, such as the rows of a table, the first one speaks. */
function briefly(stops: readonly Stop[]): string[] {
  const faults = stops.flatMap(({ kind, name, faults: found }) => found.map((fault) => ({ kind, name, fault })));
  const alike = Map.groupBy(faults, ({ kind, fault }) => `${kind} ${fault}`);
  return [...alike.values()].map(
    ([first, ...more]) =>
      `${first?.kind} “${first?.name}” ${first?.fault}${more.length > 0 ? `, as ${more.length} others` : ''}`,
  );
}

interface Watched {
  isRound: () => boolean;
  endWatch: () => Stop[];
}

/** Runs in the page: before every Tab it judges the stop that the last one has made. */
function watchStops(without: string | null): void {
  const seen = new Map<Element, Stop>();
  let isRound = false;
  // Tab has not led to where the round starts.
  let isStart = true;
  const judge = () => {
    const stop = document.activeElement;
    if (!(stop instanceof HTMLElement) || stop === document.body) return;
    if (seen.has(stop) || (without !== null && stop.closest(`${without}, .skip`))) isRound = true;
    else
      seen.set(stop, {
        kind: `${stop.tagName.toLowerCase()}.${stop.className}`,
        name: nameOf(stop),
        faults: faultsOf(stop),
      });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !isRound && !isStart) judge();
    isStart = false;
  };
  document.addEventListener('keydown', press, true);
  // A dialog keeps the focus.
  if (document.activeElement instanceof HTMLElement && !document.activeElement.closest('.scrim'))
    document.activeElement.blur();
  if (without !== null && !document.querySelector('.scrim')) document.querySelector<HTMLElement>('#main')?.focus();
  Object.assign(globalThis, {
    isRound: () => isRound,
    endWatch: () => {
      document.removeEventListener('keydown', press, true);
      return [...seen.values()];
    },
  });

  function nameOf(stop: HTMLElement): string {
    const words = stop.getAttribute('aria-label') ?? stop.closest('label')?.textContent ?? stop.textContent;
    return words?.trim().slice(0, 40) ?? '';
  }

  function faultsOf(stop: HTMLElement): string[] {
    // A control that is drawn by its label is seen and hit there.
    const isDrawnByLabel = Number(getComputedStyle(stop).opacity) === 0 || stop.getBoundingClientRect().width <= 1;
    const seenAs = isDrawnByLabel ? (stop.closest('label') ?? stop) : stop;
    const faults: string[] = [];
    if (stop.tabIndex > 0) faults.push('jumps the order');
    const box = seenAs.getClientRects()[0];
    if (box === undefined) return [...faults, 'is not drawn'];
    const hidden = hiddenPoints(seenAs, box);
    if (hidden.length > 0) faults.push(`is hidden at ${hidden.join(', ')} in ${innerWidth}x${innerHeight}`);
    if (!showsFocus(stop, seenAs)) faults.push('does not show the focus');
    if (!isLargeEnough(stop, seenAs, box)) faults.push(`is ${Math.round(box.width)}x${Math.round(box.height)}`);
    return faults;
  }

  /** Of a control every side must be in view, of a part that scrolls its middle. */
  function hiddenPoints(seenAs: HTMLElement, box: DOMRect): string[] {
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    const isLarge = box.height > innerHeight / 3;
    const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
    if (isLarge)
      return [top + 3, midY, bottom - 3].some((y) => seenAs.contains(document.elementFromPoint(midX, y)))
        ? []
        : ['all of it'];
    const points: [string, number, number][] = [
      ['the middle', box.left + box.width / 2, box.top + box.height / 2],
      ['the left', Math.max(box.left, 0) + 3, box.top + box.height / 2],
      ['the right', Math.min(box.right, innerWidth) - 3, box.top + box.height / 2],
      ['the top', box.left + box.width / 2, box.top + 3],
      ['the bottom', box.left + box.width / 2, box.bottom - 3],
    ];
    return points.flatMap(([where, x, y]) => {
      const there = document.elementFromPoint(x, y);
      if (there === null) return [`${where} (out of view)`];
      if (seenAs.contains(there) || there.contains(seenAs) || labelOf(there) === seenAs) return [];
      return [`${where} (under ${there.tagName.toLowerCase()}.${there.className})`];
    });
  }

  function labelOf(there: Element): Element | null {
    return there.closest('label')?.control ?? null;
  }

  /** A ring of two pixels or more, on the control or on what is drawn for it. */
  function showsFocus(stop: HTMLElement, seenAs: HTMLElement): boolean {
    const wraps = [stop, seenAs, stop.parentElement, stop.closest('label')].filter((one) => one !== null);
    return wraps.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || /\b[2-9]px/u.test(boxShadow);
    });
  }

  /** 24 CSS pixels each way (WCAG 2.5.8), by its box or by what takes a press around it; a link in a sentence is as high as its line. */
  function isLargeEnough(stop: HTMLElement, seenAs: HTMLElement, box: DOMRect): boolean {
    const HALF = 11.5;
    const target = stop.closest('label')?.getBoundingClientRect() ?? box;
    if (target.width >= 2 * HALF && target.height >= 2 * HALF) return true;
    const isInSentence =
      getComputedStyle(seenAs).display === 'inline' &&
      [...(seenAs.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (isInSentence) return true;
    seenAs.scrollIntoView({ block: 'center' });
    const centred = seenAs.getClientRects()[0] ?? box;
    const [x, y] = [centred.left + centred.width / 2, centred.top + centred.height / 2];
    const reach: [number, number][] = [
      [x - HALF, y],
      [x + HALF, y],
      [x, y - HALF],
      [x, y + HALF],
    ];
    // What is too small may stand alone: then a press that misses it hits nothing else.
    return reach.every(([px, py]) => {
      const hit = document.elementFromPoint(px, py)?.closest('a, button, input, select, textarea, label, [role=tab]');
      return hit === null || hit === undefined || seenAs.contains(hit) || labelOf(hit) === stop;
    });
  }
}
