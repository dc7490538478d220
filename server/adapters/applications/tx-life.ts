import { DomUtils, parseDocument } from 'htmlparser2';
import { documentOf, type Element, element } from '../xml.ts';
import type { AgentFacts, ApplicationFacts, Named } from './application-desk.ts';

/** Namespace of ACORD's messages for life insurance. */
const ACORD = 'http://ACORD.org/Standards/Life/2';

/** An element with its children; `null` is left out. */
const parent = (name: string, children: readonly (Element | null)[], attributes: Element['attributes'] = {}): Element =>
  element(
    name,
    attributes,
    children.filter((child) => child !== null),
  );

const text = (name: string, content: string): Element => element(name, {}, content);

/** An element whose text may be missing. */
const known = (name: string, content: string | null): Element | null =>
  content === null || content === '' ? null : text(name, content);

/** An element with a code of ACORD's tables. */
const coded = (name: string, code: string, words: string): Element => element(name, { tc: code }, words);

/** ACORD's codes of genders. */
const GENDERS: Readonly<Record<string, readonly [code: string, words: string]>> = {
  male: ['1', 'Male'],
  female: ['2', 'Female'],
};

interface Codes {
  /** The carrier's code at FireLight. */
  readonly carrier: string;
  /** The product's code at FireLight. */
  readonly product: string;
}

/** A new application (ACORD transaction 103). */
export const newApplication = (named: Named, { applicant, agent }: ApplicationFacts, codes: Codes): string => {
  const holding = parent(
    'Holding',
    [
      coded('HoldingTypeCode', '2', 'Policy'),
      parent('Policy', [
        text('ProductCode', codes.product),
        text('CarrierCode', codes.carrier),
        known('Jurisdiction', applicant.state),
      ]),
    ],
    { id: 'holding' },
  );
  return message('103', 'New Business Submission', named, [
    holding,
    insured(applicant),
    producer(agent),
    relation('agent', '37', 'Primary Agent'),
    relation('insured', '32', 'Insured'),
  ]);
};

/** The agent whose dashboard opens (ACORD transaction 1228). */
export const producerInquiry = (named: Named, agent: AgentFacts): string =>
  message('1228', 'Producer Inquiry', named, [producer(agent)]);

function message(code: string, words: string, { reference, at }: Named, content: readonly Element[]): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  const request = parent('TXLifeRequest', [
    text('TransRefGUID', reference),
    coded('TransType', code, words),
    text('TransExeDate', day),
    text('TransExeTime', time.slice(0, 8)),
    parent('OLifE', content),
  ]);
  return documentOf(element('TXLife', { xmlns: ACORD }, [request]));
}

const genderOf = ({ gender }: ApplicationFacts['applicant']): Element | null => {
  const known = GENDERS[gender ?? ''];
  return known === undefined ? null : coded('Gender', ...known);
};

const insured = (of: ApplicationFacts['applicant']): Element =>
  parent(
    'Party',
    [
      coded('PartyTypeCode', '1', 'Person'),
      parent('Person', [
        known('FirstName', of.first_name),
        known('LastName', of.last_name),
        genderOf(of),
        known('BirthDate', of.dob),
      ]),
      parent('Address', [
        coded('AddressTypeCode', '1', 'Residence'),
        known('Line1', of.address),
        known('City', of.city),
        known('AddressState', of.state),
        known('Zip', of.zip_code),
      ]),
      of.phone === null ? null : parent('Phone', [text('DialNumber', of.phone)]),
      of.email === null ? null : parent('EMailAddress', [text('AddrLine', of.email)]),
    ],
    { id: 'insured' },
  );

const producer = (agent: AgentFacts): Element =>
  parent(
    'Party',
    [
      coded('PartyTypeCode', '1', 'Person'),
      parent('Person', [known('FirstName', agent.first_name), known('LastName', agent.last_name)]),
      parent('EMailAddress', [text('AddrLine', agent.email)]),
      parent('Producer', [
        known('NIPRNumber', agent.npn),
        parent('CarrierAppointment', [text('CompanyProducerID', String(agent.id))]),
      ]),
    ],
    { id: 'agent' },
  );

const relation = (to: string, role: string, words: string): Element =>
  parent(
    'Relation',
    [
      coded('OriginatingObjectType', '4', 'Holding'),
      coded('RelatedObjectType', '6', 'Party'),
      coded('RelationRoleCode', role, words),
    ],
    { OriginatingObjectID: 'holding', RelatedObjectID: to },
  );

export interface TxLifeAnswer {
  readonly isSuccess: boolean;
  /** The desk's own explanation; empty: none. */
  readonly reason: string;
}

/** ACORD's code of a transaction that went through. */
const SUCCESS = '1';

/** Reads an answer. `null`: it is none. */
export function readAnswer(xml: string): TxLifeAnswer | null {
  const document = parseDocument(xml, { xmlMode: true });
  const find = (name: string) => DomUtils.findOne((node) => node.name.split(':').at(-1) === name, document.children);
  const code = find('ResultCode');
  if (code === null || find('TXLifeResponse') === null) return null;
  const reason = find('ResultInfoDesc');
  return {
    isSuccess: code.attribs['tc'] === SUCCESS,
    reason: reason === null ? '' : DomUtils.textContent(reason).replaceAll(/\s+/gu, ' ').trim().slice(0, 300),
  };
}
