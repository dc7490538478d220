import { SIGNATURE_BOX, type SoaLanguage } from '#contract/soa.contract.ts';
import { LINE_HEIGHT, wrap } from '../printing/fit-lines.ts';
import { bytesOf, INCH, openPaper, type Paper, SHEET } from '../printing/paper.ts';
import { DOCUMENT_WORDS } from './document-words.ts';
import { type Evidence, PERSON } from './evidence.ts';

const LEFT = INCH;
const WIDTH = SHEET.width - 2 * INCH;
const BOTTOM = SHEET.height - INCH;
const LABEL_WIDTH = 1.75 * INCH;

type Fact = readonly [label: string, value: string];

/** The document that shows what is sealed, as PDF in the language signed. The same evidence makes the same words. */
export async function drawDocument(evidence: Evidence, at: Date): Promise<Buffer> {
  const { title } = DOCUMENT_WORDS[evidence.signer.language];
  const paper = openPaper({ title: `${title} ${evidence.request}`, author: evidence.agency, at });
  const parts: Buffer[] = [];
  for await (const part of bytesOf(paper, draw(paper, title, evidence))) parts.push(part);
  return Buffer.concat(parts);
}

async function* draw(paper: Paper, title: string, evidence: Evidence): AsyncGenerator<void> {
  const sections = sectionsOf(evidence);
  await paper.load([
    title,
    ...sections.flatMap(({ head, paragraphs, facts }) => [head, ...paragraphs, ...facts.flat()]),
  ]);
  paper.addSheet();
  let y = INCH;
  const line = (text: string, x: number, size: number, weight: 'plain' | 'strong' = 'plain') =>
    paper.write(text, { x, y }, size, weight);
  const down = (height: number) => {
    y += height;
    if (y <= BOTTOM - 2 * 12) return;
    paper.addSheet();
    y = INCH;
  };
  line(title, LEFT, 20, 'strong');
  down(36);
  for (const { head, paragraphs, facts, drawing } of sections) {
    line(head, LEFT, 12, 'strong');
    down(20);
    for (const paragraph of paragraphs) {
      for (const text of wrap(paragraph, WIDTH, (part) => paper.widthOf(part, 10))) {
        line(text, LEFT, 10);
        down(10 * LINE_HEIGHT + 1);
      }
      down(4);
    }
    for (const [label, value] of facts) {
      line(label, LEFT, 9);
      for (const text of wrap(value, WIDTH - LABEL_WIDTH, (part) => paper.widthOf(part, 10))) {
        line(text, LEFT + LABEL_WIDTH, 10);
        down(10 * LINE_HEIGHT + 2);
      }
    }
    if (drawing !== null) {
      if (y > BOTTOM - SIGNATURE_BOX.height) down(BOTTOM);
      drawSignature(paper, drawing, y);
      down(SIGNATURE_BOX.height);
    }
    down(12);
    yield;
  }
}

type Drawing = NonNullable<Evidence['signer']['drawing']>;

function drawSignature({ doc }: Paper, drawing: Drawing, top: number): void {
  doc.lineWidth(1.5).lineCap('round').lineJoin('round');
  for (const points of drawing) {
    const [first, ...rest] = points;
    if (first === undefined) continue;
    doc.moveTo(LEFT + first[0], top + first[1]);
    // A dot is a line to itself.
    for (const [x, y] of rest.length === 0 ? [first] : rest) doc.lineTo(LEFT + x, top + y);
    doc.stroke();
  }
}

interface Section {
  readonly head: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Fact[];
  readonly drawing: Drawing | null;
}

const filled = (facts: readonly Fact[]): Fact[] => facts.filter(([, value]) => value !== '');

function sectionsOf(evidence: Evidence): Section[] {
  const { signer, agent_part: part, rule, agent, contact, form, method } = evidence;
  const words = DOCUMENT_WORDS[signer.language];
  const when = instantsIn(evidence.zone, words);
  const isOther = signer.signs_as === 'representative';
  const byLink = signer.drawing === null ? words.typed : words.drawn;
  const none = { paragraphs: [], drawing: null } as const;
  return [
    {
      head: words.agreed,
      paragraphs: evidence.text.statement,
      facts: evidence.text.products.map((product, place): Fact => [place === 0 ? words.products : '', product]),
      drawing: null,
    },
    {
      head: isOther ? words.byRepresentative : words.byBeneficiary,
      paragraphs: [],
      facts: filled([
        [words.name, signer.name],
        [words.relationship, isOther ? signer.relationship : ''],
        [words.signsFor, isOther ? signer.beneficiary_name : ''],
        [words.signed, when(evidence.signed_at)],
        [words.how, method === 'link' ? byLink : words.methods[method]],
        [words.note, evidence.note],
        [words.file, form === null ? '' : `${form.name}, SHA-256 ${form.sha256}`],
      ]),
      drawing: signer.drawing,
    },
    {
      ...none,
      head: words.meetingHead,
      facts: filled([
        [words.agent, [agent.name, agent.phone, agent.email].filter(Boolean).join(', ')],
        [words.agency, evidence.agency],
        [words.contact, words.contactOf(contact.name, contact.number)],
        [words.meeting, evidence.appointment_at === null ? words.noTime : when(evidence.appointment_at)],
        [words.rule, rule === null ? '' : `${rule.title} (${rule.source})`],
        [words.timing, evidence.timing === '' ? '' : words.timings[evidence.timing]],
        [words.firstContact, part?.initial_contact ?? ''],
        [words.exception, part === null || part.exception === '' ? '' : words.exceptions[part.exception]],
        [words.agentSignature, part === null ? words.notCompleted : `${part.signature}, ${when(part.completed_at)}`],
      ]),
    },
    {
      ...none,
      head: words.record,
      facts: [
        [words.wording, words.version(evidence.text.version)],
        ...evidence.trail.map(
          ({ at, what, by, address, browser }): Fact => [
            when(at),
            [`${words.events[what]} ${words.by(by === PERSON ? null : by)}`, address, browser]
              .filter(Boolean)
              .join(', '),
          ],
        ),
      ],
    },
  ];
}

function instantsIn(zone: string, { locale, dateStyle }: (typeof DOCUMENT_WORDS)[SoaLanguage]): (at: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: zone });
  return (at) => `${format.format(new Date(at))} (${zone.replace('_', ' ')})`;
}
