import { png } from './demo-papers.ts';

type Box = readonly [x: number, y: number, width: number, height: number, shade: 'paper' | 'ink' | 'accent'];

export interface DemoProduct {
  readonly name: string;
  readonly description: string;
  readonly category: 'Print' | 'Mail to contacts' | 'Leads';
  readonly cents: number;
  readonly months?: number;
  readonly perContact?: true;
  /** Drawn on 320 by 180 points. */
  readonly picture: readonly Box[];
}

const lines = (x: number, y: number, widths: readonly number[]): Box[] =>
  widths.map((width, at) => [x, y + at * 14, width, 6, 'ink'] as const);

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    name: 'Business cards, 500',
    description: 'Your photo, license numbers and public page.',
    category: 'Print',
    cents: 4_800,
    picture: [
      [80, 45, 160, 90, 'paper'],
      [96, 62, 34, 34, 'accent'],
      ...lines(144, 66, [74, 54]),
      ...lines(96, 112, [120]),
    ],
  },
  {
    name: 'AEP flyer pack, 100',
    description: 'Two-sided, reviewed for Medicare marketing rules.',
    category: 'Print',
    cents: 7_500,
    picture: [
      [115, 18, 90, 144, 'paper'],
      ...lines(127, 32, [66, 44]),
      [127, 66, 66, 44, 'accent'],
      ...lines(127, 124, [66, 50]),
    ],
  },
  {
    name: 'Seminar banner',
    description: '6 by 3 feet, with stand. Ready in 4 days.',
    category: 'Print',
    cents: 12_900,
    picture: [
      [60, 34, 200, 84, 'paper'],
      ...lines(84, 60, [150, 110]),
      [78, 118, 5, 42, 'ink'],
      [237, 118, 5, 42, 'ink'],
    ],
  },
  {
    name: 'Name badge',
    description: "Magnetic, with your agency's logo.",
    category: 'Print',
    cents: 1_400,
    picture: [[105, 56, 110, 78, 'paper'], [146, 42, 28, 14, 'ink'], ...lines(122, 78, [76, 56])],
  },
  {
    name: 'Turning 65 mailer',
    description: 'Letter, card and stamped reply. Printed with your name.',
    category: 'Mail to contacts',
    cents: 89,
    perContact: true,
    picture: [
      [104, 34, 136, 92, 'accent'],
      [80, 52, 136, 92, 'paper'],
      ...lines(96, 84, [70, 90, 48]),
      [192, 62, 14, 18, 'accent'],
    ],
  },
  {
    name: 'Carrier news, one year',
    description: 'Rates and plan changes of your carriers, each month.',
    category: 'Leads',
    cents: 9_600,
    months: 12,
    picture: [
      [92, 26, 136, 128, 'paper'],
      [104, 38, 112, 12, 'accent'],
      ...lines(104, 64, [112, 100, 112, 84, 108, 60]),
    ],
  },
];

const SHADES = { paper: [252, 253, 253], ink: [176, 188, 192], accent: [92, 150, 160] } as const;

/** The picture of a product, of boxes on a plain ground. */
export const pictureOf = ({ picture }: DemoProduct): Buffer =>
  png(320, 180, (x, y) => {
    const box = picture.findLast(
      ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height,
    );
    return box === undefined ? [231, 237, 238] : SHADES[box[4]];
  });
