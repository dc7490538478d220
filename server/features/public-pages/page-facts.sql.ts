import type { CurrentUser } from '#contract/session.contract.ts';
import type { Corporation } from '#contract/corporations.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** The content of a page that its corporation has. */
export type PageCorporation = Pick<
  Corporation,
  | 'name'
  | 'description'
  | 'color_1'
  | 'color_2'
  | 'color_3'
  | 'faqs'
  | 'latest_news'
  | 'languages_spoken'
  | 'office_hours'
  | 'office_address'
  | 'city'
  | 'state'
  | 'zip_code'
  | 'phone'
  | 'facebook'
  | 'instagram'
  | 'linkedin'
  | 'twitter'
  | 'google'
  | 'youtube'
  | 'yelp'
  | 'user_id'
>;

const CORPORATION = `name, description, color_1, color_2, color_3, faqs, latest_news, languages_spoken, office_hours,
  office_address, city, state, zip_code, phone, facebook, instagram, linkedin, twitter, google, youtube, yelp, user_id`;

export interface PageAgent {
  readonly id: number;
  readonly business_unit_id: number;
  readonly name: string;
  readonly domain: string | null;
  readonly title: string;
  readonly about_me: string;
  /** E.164. Empty: none. */
  readonly phone: string;
  readonly timezone: CurrentUser['timezone'];
  readonly active: boolean;
  readonly agency: string;
  /** Two letters each, of a form that was sent in. */
  readonly licensed_states: readonly string[];
  readonly organizations: number | null;
  readonly plans: number | null;
}

export const findPageAgent = async (tx: Tx, userId: number): Promise<PageAgent | null> =>
  (
    await tx.raw<PageAgent>(
      `select u.id, u.business_unit_id, trim(u.first_name || ' ' || u.last_name) as name, u.webpage_domain as domain,
         u.webpage_title as title, u.about_me, u.phone, u.timezone, u.webpage_active and u.active as active, a.name as agency,
         coalesce(s.licensed_states, '{}') as licensed_states, u.webpage_organizations as organizations, u.webpage_plans as plans
       from users u join accounts a on a.id = u.account_id
         left join signups s on s.user_id = u.id and s.status = 'submitted'
       where u.id = $1`,
      [userId],
    )
  )[0] ?? null;

/** The content of an agent's page: of the corporation they are the contact person of, of their unit, or of the account. */
export const findCorporationOf = async (
  tx: Tx,
  agent: Pick<PageAgent, 'id' | 'business_unit_id'>,
): Promise<PageCorporation | null> =>
  (
    await tx.raw<PageCorporation>(
      `select ${CORPORATION} from corporations
       where webpage_active and not retired and (user_id = $1 or business_unit_id is null or business_unit_id = $2)
       order by user_id is not distinct from $1 desc, business_unit_id nulls last, id limit 1`,
      [agent.id, agent.business_unit_id],
    )
  )[0] ?? null;

/** The content of the page of an agency's domain: of the corporation with this domain, of the unit, or of the account. */
export const findCorporationAt = async (
  tx: Tx,
  { host, unit }: { readonly host: string; readonly unit: number | null },
): Promise<PageCorporation | null> =>
  (
    await tx.raw<PageCorporation>(
      `select ${CORPORATION} from corporations
       where webpage_active and not retired and ($2::bigint is null or business_unit_id is null or business_unit_id = $2)
       order by domain_name = $1 desc, business_unit_id is not distinct from $2 desc, id limit 1`,
      [host, unit],
    )
  )[0] ?? null;

export type ListedAgent = Pick<PageAgent, 'id' | 'name' | 'title'> & { readonly domain: string };

/** Agents with a public page, by name; `unit` `null`: of the whole account. */
export const findPageAgents = (tx: Tx, unit: number | null, limit: number): Promise<ListedAgent[]> =>
  tx.raw<ListedAgent>(
    `select id, trim(first_name || ' ' || last_name) as name, webpage_title as title, lower(webpage_domain) as domain
     from users where webpage_active and active and webpage_domain is not null and ($1::bigint is null or business_unit_id = $1)
     order by fold(last_name || ' ' || first_name) collate "C", id limit $2`,
    [unit, limit],
  );

export const findAgencyName = async (tx: Tx, unit: number | null): Promise<{ agency: string; unit: string | null }> => {
  const [row] = await tx.raw<{ agency: string; unit: string | null }>(
    `select a.name as agency, (select b.name from business_units b where b.id = $1) as unit
     from accounts a where a.id = app_account_id()`,
    [unit],
  );
  return row ?? { agency: '', unit: null };
};
