import { brandOf } from '#brands/brand.ts';
import { pageTextsOf } from '#brands/legal-pages.ts';
import { SOCIAL_LINKS } from '#contract/corporations.contract.ts';
import type { Webpage } from '#contract/public-pages.contract.ts';
import type { PageColors } from '#rules/corporations/colors.ts';
import { placeOfState } from '#rules/places/us-places.ts';
import { stateName } from '#rules/places/us-states.ts';
import { leadBoxes, LEAD_WORDS_VERSION } from '#rules/public-pages/lead-words.ts';
import { openAt } from '#rules/public-pages/opening-hours.ts';
import { noticesWith } from '#rules/public-pages/page-gaps.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '#rules/words/page-language.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { outsideAccounts, readAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { domainOfHost } from '../custom-domains/domain-of-host.ts';
import type { ServedDomain } from '../custom-domains/domain-of-host.ts';
import { keysOfUserFiles } from '../profile/user-files.ts';
import * as sql from './page-facts.sql.ts';

/** Files that pages show, on every host. */
export const PAGE_FILES_PATH = '/_pages/files';

/** Agents on the page of an agency at most. Ours. */
const LISTED = 200;

/** What a page shows, except for the time of day. */
export interface PageFacts {
  readonly accountId: number;
  /** Gets the requests; `null`: the account's administrator, unless one is chosen. */
  readonly userId: number | null;
  readonly page: Omit<Webpage, 'form'>;
  readonly colors: PageColors | null;
  /** What a page says in each language besides what its agency wrote; `page` has the English. */
  readonly spoken: Readonly<Record<PageLanguage, Pick<Webpage, 'notices' | 'consent'>>>;
}

export type Place =
  /** By the first label of the host. */
  | { readonly of: 'agent'; readonly name: string }
  /** By an agency's own host; `name`: of one of its agents, in the path. */
  | { readonly of: 'domain'; readonly host: string; readonly name: string | null };

type Use = Pick<Deps, 'pool' | 'config' | 'now'>;

const rawOf =
  ({ pool }: Pick<Deps, 'pool'>) =>
  <Row>(text: string, values: readonly unknown[] = []) =>
    outsideAccounts<Row>(pool, text, values);

export const isServedHost = async (deps: Pick<Deps, 'pool'>, host: string): Promise<boolean> =>
  (await domainOfHost({ raw: rawOf(deps) }, host)) !== null;

/** What an address shows. `null`: nothing, or no one has it. */
export async function findPage(deps: Use, place: Place): Promise<PageFacts | null> {
  const raw = rawOf(deps);
  const found = async (name: string) =>
    (await raw<{ account_id: number; user_id: number }>('select account_id, user_id from find_webpage($1)', [name]))[0];
  if (place.of === 'agent') {
    const agent = await found(place.name);
    return agent === undefined ? null : agentPage(deps, agent.account_id, agent.user_id, null);
  }
  const served = await domainOfHost({ raw }, place.host);
  if (served === null) return null;
  if (place.name === null) return agencyPage(deps, served);
  const agent = await found(place.name);
  if (agent === undefined || agent.account_id !== served.account_id) return null;
  return agentPage(deps, agent.account_id, agent.user_id, served.business_unit_id);
}

function agentPage(deps: Use, accountId: number, userId: number, unit: number | null): Promise<PageFacts | null> {
  return readAccount(deps.pool, { accountId }, async (tx) => {
    const agent = await sql.findPageAgent(tx, userId);
    if (agent === null || !agent.active || (unit !== null && agent.business_unit_id !== unit)) return null;
    const corporation = await sql.findCorporationOf(tx, agent);
    const files = await keysOfUserFiles(tx, userId);
    return factsOf(deps, {
      accountId,
      userId,
      corporation,
      zone: IANA_ZONES[agent.timezone],
      counts: agent,
      head: {
        kind: 'agent',
        name: agent.name,
        title: agent.title,
        about_me: agent.about_me,
        agency: agent.agency,
        photo: pathOf(files.photo ?? files.personal_photo),
        logo: pathOf(files.logo),
        flyer: pathOf(files.flyer),
        phone: agent.phone || (corporation?.phone ?? ''),
        licensed_states: agent.licensed_states.map(stateName),
        agents: [],
      },
    });
  });
}

/** A domain without content of its own and with one agent shows that agent. */
async function agencyPage(deps: Use, served: ServedDomain): Promise<PageFacts | null> {
  const { account_id: accountId, business_unit_id: unit, custom_domain: host } = served;
  const { corporation, agents, names } = await readAccount(deps.pool, { accountId }, async (tx) => ({
    corporation: await sql.findCorporationAt(tx, { host, unit }),
    agents: await sql.findPageAgents(tx, unit, LISTED),
    names: await sql.findAgencyName(tx, unit),
  }));
  const [only] = agents;
  if (corporation === null && only !== undefined && agents.length === 1) {
    return agentPage(deps, accountId, only.id, unit);
  }
  if (corporation === null && only === undefined) return null;
  const name = corporation?.name ?? names.unit ?? names.agency;
  return factsOf(deps, {
    accountId,
    userId: corporation?.user_id ?? (agents.length === 1 ? (only?.id ?? null) : null),
    corporation,
    zone: null,
    counts: { organizations: null, plans: null },
    head: {
      kind: 'agency',
      name,
      title: '',
      about_me: corporation?.description ?? '',
      agency: names.agency,
      photo: '',
      logo: '',
      flyer: '',
      phone: corporation?.phone ?? '',
      licensed_states: [],
      agents: agents.map(({ domain, name: agent, title }) => ({ domain, name: agent, title })),
    },
  });
}

interface Parts {
  readonly accountId: number;
  readonly userId: number | null;
  readonly corporation: sql.PageCorporation | null;
  /** `null`: as the office has it. */
  readonly zone: string | null;
  readonly counts: Pick<sql.PageAgent, 'organizations' | 'plans'>;
  readonly head: Pick<
    Webpage,
    | 'kind'
    | 'name'
    | 'title'
    | 'about_me'
    | 'agency'
    | 'photo'
    | 'logo'
    | 'flyer'
    | 'phone'
    | 'licensed_states'
    | 'agents'
  >;
}

const pathOf = (key: string | undefined): string => (key === undefined ? '' : `${PAGE_FILES_PATH}/${key}`);

const DEFAULT_ZONE = 'America/New_York';

function factsOf({ config, now }: Use, { accountId, userId, corporation, zone, counts, head }: Parts): PageFacts {
  const texts = pageTextsOf(brandOf(config.brand));
  const hours = corporation?.office_hours ?? [];
  const officeZone = placeOfState(corporation?.state ?? '')?.zones[0] ?? zone ?? DEFAULT_ZONE;
  const links = SOCIAL_LINKS.flatMap((name) => {
    const link = corporation?.[name] ?? '';
    return link === '' ? [] : [[name, link] as const];
  });
  const spokenIn = (language: PageLanguage) => ({
    notices: noticesWith(texts.pageNotices[language], counts).filter((notice) => notice !== ''),
    consent: { version: LEAD_WORDS_VERSION, boxes: [...leadBoxes(head, language)] },
  });
  const spoken = Object.fromEntries(
    PAGE_LANGUAGES.map((language) => [language, spokenIn(language)]),
  ) as PageFacts['spoken'];
  return {
    accountId,
    userId,
    spoken,
    colors: corporation === null || corporation.color_1 === '' ? null : corporation,
    page: {
      ...head,
      languages_spoken: corporation?.languages_spoken ?? [],
      office: {
        address: corporation?.office_address ?? '',
        city: corporation?.city ?? '',
        state: corporation?.state ?? '',
        zip_code: corporation?.zip_code ?? '',
        zone: officeZone,
        hours,
        open_now: openAt(hours, officeZone, now()).open,
      },
      faqs: corporation?.faqs ?? [],
      latest_news: corporation?.latest_news ?? [],
      social_links: Object.fromEntries(links),
      ...spoken.en,
      topics: [...texts.pageTopics.en],
    },
  };
}
