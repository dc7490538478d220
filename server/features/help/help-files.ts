import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { FEATURES } from '#contract/access.contract.ts';
import { HelpSlug } from '#contract/help.contract.ts';

const text = z.string().check(z.minLength(1));
const list = z.pipe(
  z.string(),
  z.transform((value: string) =>
    value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
);

const FrontMatter = z.strictObject({
  title: text,
  summary: text,
  chapter: text,
  order: z.pipe(z.string(), z.transform(Number)),
  /** Other words that people say for it. */
  words: list,
  /** Folders of `src/views` that it is about. */
  covers: list,
  related: list,
  /** Without this feature a brand has no such page. */
  feature: z.optional(z.enum(FEATURES)),
});

/** A help page as it is written; its text still names the brand by `{{ brand.name }}`. */
export interface HelpFile extends z.output<typeof FrontMatter> {
  readonly slug: string;
  readonly body: string;
}

/** All pages of a folder, in the order of the contents. @throws when there is none, or when one is not well formed. */
export function readHelpFiles(folder: string): HelpFile[] {
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  } catch (cause) {
    throw new Error(`The help pages are missing: no folder ${folder}.`, { cause });
  }
  if (names.length === 0) throw new Error(`The help pages are missing: ${folder} holds none.`);
  return names
    .map((name) => helpFile(name, readFileSync(join(folder, name), 'utf8')))
    .toSorted((a, b) => a.order - b.order);
}

function helpFile(name: string, source: string): HelpFile {
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  if (front === undefined || body === undefined) throw new Error(`${name} has no front matter.`);
  const pairs = front
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  try {
    return {
      ...FrontMatter.parse(Object.fromEntries(pairs)),
      slug: HelpSlug.parse(name.replace(/\.md$/, '')),
      body,
    };
  } catch (cause) {
    throw new Error(`The front matter of ${name} is not right.`, { cause });
  }
}
