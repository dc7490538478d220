import { SIGNATURE_BOX } from '#contract/soa.contract.ts';
import { EXCEPTION_WORDS, METHOD_WORDS, TIMING_WORDS } from '#rules/soa/soa-words.ts';
import { LINE_HEIGHT, wrap } from '../printing/fit-lines.ts';
import { bytesOf, INCH, openPaper, type Paper, SHEET } from '../printing/paper.ts';
import type { Evidence } from './evidence.ts';

const LEFT = INCH;
const WIDTH = SHEET.width - 2 * INCH;
const BOTTOM = SHEET.height - INCH;
const LABEL_WIDTH = 1.75 * INCH;

type Fact = readonly [label: string, value: string];

/** The document that shows what is sealed, as PDF. The same evidence makes the same words. */
export async function drawDocument(evidence: Evidence, at: Date): Promise<Buffer> {
  const title = 'Scope of appointment';
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
  const { signer, agent_part: part, rule } = evidence;
  const when = instantsIn(evidence.zone);
  const isOther = signer.signs_as === 'representative';
  const none = { paragraphs: [], drawing: null } as const;
  return [
    {
      head: 'What the person agreed to',
      paragraphs: evidence.text.statement,
      facts: evidence.text.products.map((product, place): Fact => [place === 0 ? 'Types of products' : '', product]),
      drawing: null,
    },
    {
      head: isOther ? 'Signed by an authorized representative' : 'Signed by the beneficiary',
      paragraphs: [],
      facts: filled([
        ['Name', signer.name],
        ['Relationship', isOther ? signer.relationship : ''],
        ['Signs for', isOther ? signer.beneficiary_name : ''],
        ['Signed', when(evidence.signed_at)],
        [
          'How',
          evidence.method === 'link'
            ? signer.drawing === null
              ? 'Typed name'
              : 'Drawn signature'
            : METHOD_WORDS[evidence.method],
        ],
        ['Note', evidence.note],
        ['File', evidence.form === null ? '' : `${evidence.form.name}, SHA-256 ${evidence.form.sha256}`],
      ]),
      drawing: signer.drawing,
    },
    {
      ...none,
      head: 'Agent and meeting',
      facts: filled([
        ['Agent', [evidence.agent.name, evidence.agent.phone, evidence.agent.email].filter(Boolean).join(', ')],
        ['Agency', evidence.agency],
        ['Contact', `${evidence.contact.name}, number ${evidence.contact.number}`],
        ['Meeting', evidence.appointment_at === null ? 'No time set' : when(evidence.appointment_at)],
        ['Rule', rule === null ? '' : `${rule.title} (${rule.source})`],
        ['Timing', evidence.timing === '' ? '' : TIMING_WORDS[evidence.timing]],
        ['First contact', part?.initial_contact ?? ''],
        ['Exception', part === null || part.exception === '' ? '' : EXCEPTION_WORDS[part.exception]],
        [
          'Agent signature',
          part === null ? 'Not completed by the agent yet' : `${part.signature}, ${when(part.completed_at)}`,
        ],
      ]),
    },
    {
      ...none,
      head: 'Record',
      facts: [
        ['Wording', `Version ${evidence.text.version}, ${signer.language === 'es' ? 'Spanish' : 'English'}`],
        ...evidence.trail.map(
          ({ at, what, by, address, browser }): Fact => [
            when(at),
            [`${capital(what)} by ${by}`, address, browser].filter(Boolean).join(', '),
          ],
        ),
      ],
    },
  ];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function instantsIn(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
  return (at) => `${format.format(new Date(at))} (${zone.replace('_', ' ')})`;
}
