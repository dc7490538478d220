import { after, page, type Place, press } from './place.ts';

const exports = page('/exports', '/exports', '.drop, .empty', 'asker');
/** Above a page; what went on before is not offered again. */
const max: Place = {
  ...exports,
  go: async (tab, visitors) => {
    await tab.evaluate(() => sessionStorage.clear());
    await exports.go(tab, visitors);
    await tab.getByRole('button', { name: 'Ask MAX' }).click();
    await tab.locator('.max-float .intents').waitFor();
  },
};
const answer = (intent: RegExp, text: string, shown: string) =>
  after(max, async (tab, visitors) => {
    await press(intent)(tab, visitors);
    await tab.getByLabel('Message', { exact: true }).fill(text);
    await tab.keyboard.press('Enter');
    await tab.locator(shown).first().waitFor();
  });
const search = after(
  answer(/^Contact Search/u, 'women in Texas tagged hot, newest first', '.scope-card'),
  async (tab) => {
    await tab.getByRole('button', { name: 'Stay here' }).click();
  },
);

/** MAX, above any page. */
export const MAX: Readonly<Record<string, Place>> = {
  'what one may ask MAX': max,
  'quotes of MAX': answer(/^Quote/u, 'Plan G, 78664, woman, 65, no tobacco', '.quotes li'),
  'a search of MAX': search,
};
