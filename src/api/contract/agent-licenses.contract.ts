import * as z from 'zod/mini';
import { Id, PlainDate } from './_wire.contract.ts';
import { changed, created, listed, paged, removed, resource, withFile } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Lines of authority as states license them; Medicare plans are sold under health. */
export const LICENSE_LINES = ['health', 'life', 'property_casualty', 'pre_need'] as const;
export type LicenseLine = (typeof LICENSE_LINES)[number];
/** Days before the last day of a license on which its agent is reminded. Ours: renewals take some weeks. */
export const EXPIRES_SOON_DAYS = 60;
/** Carriers of a license at most. Ours. */
const MAX_CARRIERS = 60;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

const Fields = z.object({
  /** Stored as two letters. */
  state: text(40).check(z.minLength(1, 'Choose a state.')),
  line: z.enum(LICENSE_LINES),
  /** As the state issued it. Empty: unknown. */
  number: text(40),
  /** The last day on which it is valid; `null`: it doesn't expire, or the day is unknown. */
  expires_on: z.nullable(PlainDate),
  /** Names of the carriers that have appointed the agent in this state. */
  carriers: z.array(text(120)).check(z.maxLength(MAX_CARRIERS, `Enter at most ${MAX_CARRIERS} carriers.`)),
});

export const AgentLicense = z.extend(Fields, {
  id: Id,
  /** The licensed agent, and the NPN of their signup; empty: unknown. */
  user: z.object({ id: Id, name: z.string(), npn: z.string() }),
});
export type AgentLicense = z.output<typeof AgentLicense>;

const Change = z.strictObject(z.partial(Fields).shape);
const NewLicense = z.extend(Change, {
  state: Fields.shape.state,
  line: Fields.shape.line,
  /** Set once; absent: the current user. */
  user_id: z.optional(z.nullable(Id)),
});

// ---- endpoints -------------------------------------------------------------

export const agentLicenses = resource(
  {
    path: '/v1/users/licenses',
    one: 'AgentLicense',
    many: 'AgentLicenses',
    label: { one: 'license', many: 'licenses' },
    subject: 'agent_license',
    access: { read: 'signedIn', write: 'signedIn' },
  },
  {
    ...withFile(
      paged(AgentLicense, {
        summary: 'List the licenses of the current user and of the people they manage, a page at a time',
        order: ['agent', 'state', 'line', 'expires_on'],
        filter: {
          state: z.optional(text(2)),
          line: z.optional(z.enum(LICENSE_LINES)),
        },
      }),
    ),
    create: created(AgentLicense, NewLicense),
    update: changed(AgentLicense, Change),
    remove: removed(),
    choices: listed(AgentLicense, {
      name: 'listMyLicenses',
      path: '/v1/users/licenses/mine',
      summary: 'List the licenses of the current user',
    }),
  },
);
