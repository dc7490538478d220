import { phrase } from '../words/phrases.ts';
import { ask, filter, type Part, type Rule, set, type Text } from '../reading.ts';
import { saidBetween, titleCase } from '../answer/said-words.ts';
import { SLOTS } from '../slots.ts';
import type { Choice } from '../words/vocabulary.ts';
import { missingFor, NOT_THEIRS, US } from './touch-rules.ts';

const team =
  'team|teams|downline|downlines|agents|agency_team|reps|crew|producers|whole_team|entire_team|whole_teams|entire_teams|' +
  'whole_downline|entire_downline|sales_team|down_line|group_of_agents';
const agency =
  'agency|office|company|account|organization|whole_agency|entire_agency|whole_office|whole_company|entire_company|org|firm';
const MINE = 'mine|my_own|me|my|my_contacts';

const group = (contact_group: 'mine' | 'downline' | 'all' | 'all_agents' | 'deleted' | 'workflow') => [
  set({ contact_group }),
];

/** People whose contacts are meant; a name of several is asked about. */
function owned(owners: readonly (readonly Choice[])[]): Part[] {
  const unsure = owners.find((choices) => choices.length > 1);
  if (unsure) {
    return [
      ask(
        'Whose contacts?',
        unsure.map(({ name }) => ({ label: name, says: `${name}'s contacts` })),
      ),
    ];
  }
  return [
    filter(
      'owner',
      owners.flatMap((choices) => choices.map(({ id }) => id)),
    ),
    set({ contact_group: 'all_agents' }),
  ];
}

const BOOK = 'list|book|book_of_business|pipeline|desk|plate|name|queue|contacts|people|folks';

const HAS_NOT = 'hasnt|has_not|havent|have_not|didnt|did_not|has_never|never';
const CALLED = 'called|call|phoned|dialed|rung';

/** `Maria never called me back`: a user or a contact of that name. */
function callsOf(text: Text, at: number): Part[] {
  const said = titleCase(saidBetween(text.sentence, text.words, at, SLOTS.people(text, at)?.to ?? at + 1));
  return [
    ask(NOT_THEIRS, [
      { label: `Contacts that ${said} hasn't called`, says: `${said} hasn't called` },
      { label: `A contact named ${said}`, says: `named ${said}` },
    ]),
  ];
}

/** Owner of the contacts: `my team's`, `everybody in the agency`, `Dana's`, `assigned to Marcus`. */
export const WHOSE_RULES: readonly Rule[] = [
  phrase(
    `my|our|the|from_my|in_my|for_my|across_my|of_my|under_my|anyone_in_my|on_my|on_the|with_my|by_my ${team} has|have|got? instead|only?`,
    () => group('downline'),
  ),
  phrase(`downline|downlines|downline_only|under_me|below_me|teams|whole_team|whole_teams`, () => group('downline')),
  phrase(`${MINE} contacts? and|plus|or_also|as_well_as|with my|the|our? ${team}`, () => group('all_agents')),
  phrase(`my|our|the? ${team} and|plus mine|my_own|me|myself`, () => group('all_agents')),
  phrase(
    `everybody|everyone|all|all_contacts|all_the_contacts|every_contact|anybody|anyone|contacts|people? in|across|throughout|at|of|for|within the|our|this|my|whole|entire|all_of_our? ${agency} instead?`,
    () => group('all'),
  ),
  phrase(
    'whole_agency|entire_agency|full_agency|agency_wide|company_wide|office_wide|account_wide|across_the_board|everybodys|everyones|agencywide',
    () => group('all'),
  ),
  phrase('all contacts|the_contacts|of_the_contacts', () => group('all')),
  phrase('mine|my_own|only_mine|just_mine only|instead?', () => group('mine')),
  phrase('deleted|trashed|in_the_trash|from_the_trash|recently_deleted', () => group('deleted')),
  phrase(
    'that_are|who_are|is|are|currently? in|inside|running_in|on a|any|the|some? workflow|workflows|running_workflow right_now|now?',
    () => group('workflow'),
  ),
  phrase(`on|in|from|of|for|which_of|all|all_of|any_of? {owners} ${BOOK}?`, ({ owners }) => owned(owners)),
  phrase(`{people} ${HAS_NOT} ${CALLED} yet? {gap}?`, ({ people, gap }, { text }) =>
    missingFor('last_call_at', gap, text, owned(people)),
  ),
  phrase(`{people} ${HAS_NOT} ${CALLED} ${US}|back|them_back|him_back|her_back yet? {gap}?`, (_, { text, at }) =>
    callsOf(text, at),
  ),
  phrase('does|do|did {people} have|own|got', ({ people }) => owned(people)),
  phrase('of|under|for {people}', ({ people }) => owned(people)),
  phrase(
    `that|who|which? is|are? assigned_to|owned_by|belonging_to|belong_to|belongs_to|handled_by|worked_by|with_owner|owner|of_agent|agent|managed_by|under is? {people}`,
    ({ people }) => owned(people),
  ),
];
