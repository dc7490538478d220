import { act, type ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { REVEALED_MS } from '#contract/records/sealed-fields.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { DataTab } from '../../src/views/records/DataTab.tsx';
import { RxTab } from '../../src/views/records/RxTab.tsx';
import { type Answer, button, calm, contact, key, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const AT = '2026-01-05T15:04:00Z';
const LISINOPRIL = {
  drug: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  quantity: '30',
  pharmacy: 'Harbor',
  prescriber: 'Dr. Ortiz',
  notes: '',
};
const NO_FACTS = {
  part_a_on: null,
  part_b_on: null,
  plan_name: '',
  plan_id: '',
  plan_type: '',
  plan_from: null,
  imported_at: null,
};
const FIELDS = ['medicare_number', 'ssn', 'bank_routing', 'bank_account'];
const MASKS = FIELDS.map((field) => ({ field, masked: field === 'ssn' ? '***-**-6789' : null, updated_at: null }));

const cell = (label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor ?? '';
  const found = document.getElementById(id);
  if (!(found instanceof HTMLElement)) throw new Error(`no cell ${label}`);
  return found as HTMLInputElement;
};
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

beforeAll(() =>
  Promise.all([
    import('../../src/views/records/MedicareDialog.tsx'),
    import('../../src/views/_kit/overlays/AlertDialog.tsx'),
  ]),
);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.useRealTimers());

const desk = (view: ReactElement, answers: Record<string, Answer>, who: object = {}) =>
  openDesk(view, { readMedicare: { data: NO_FACTS }, listSealedFields: { data: MASKS }, ...answers }, who);

describe('prescriptions', () => {
  const none = { count: 0, version: 0, updated_at: null, masked: [] };
  const one = { count: 1, version: 4, updated_at: AT, masked: ['L*****'] };
  const open = (data: object, answers: Record<string, Answer> = {}, differs: object = {}) =>
    desk(<RxTab contact={contact(differs)} />, { readRxDetails: { data }, ...answers });

  test('are masked until somebody asks, and then again after five minutes', async () => {
    const { asked } = await open(one, { revealRxDetails: { data: { ...one, prescriptions: [LISINOPRIL] } } });
    const before = document.body.textContent;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => button('Show').click());
    await act(() => vi.advanceTimersByTimeAsync(1));
    const shown = document.body.textContent;
    const kept = stored();
    await act(() => vi.advanceTimersByTimeAsync(300_000));

    expect([
      before.includes('L*****'),
      shown.includes('Lisinopril'),
      document.body.textContent.includes('Lisinopril'),
    ]).toEqual([true, true, false]);
    expect([asked('revealRxDetails'), kept.includes('Lisinopril')]).toEqual([[{ params: { id: 1 } }], false]);
  });

  test('that are none are written into a grid: Enter adds a row, Control and Enter saves', async () => {
    const { asked } = await open(none, { updateRxDetails: { data: one } });
    click(button('Add prescriptions'));
    await calm();
    type(cell('Drug of prescription 1'), 'Eliquis');
    await key('Enter', cell('Drug of prescription 1'));
    await vi.waitFor(() => expect(document.activeElement).toBe(cell('Drug of prescription 2')));
    await key('ArrowUp', cell('Drug of prescription 2'));
    await vi.waitFor(() => expect(document.activeElement).toBe(cell('Drug of prescription 1')));
    expect(stored()).not.toContain('Eliquis');
    await key('Enter', cell('Drug of prescription 1'), { ctrlKey: true });

    const blank = { dosage: '', frequency: '', quantity: '', pharmacy: '', prescriber: '', notes: '' };
    expect(asked('updateRxDetails')).toEqual([
      { params: { id: 1 }, body: { prescriptions: [{ drug: 'Eliquis', ...blank }], version: 0 } },
    ]);
  });

  test('that are refused keep what was typed, with the reason at its cell', async () => {
    const refusal = new ApiError('rejected', {
      code: 'refused',
      message: 'Name the drug.',
      fields: { 'prescriptions.0.drug': ['Name the drug.'] },
    });
    await open(none, { updateRxDetails: refusal });
    click(button('Add prescriptions'));
    await calm();
    type(cell('Dosage of prescription 1'), '5 mg');
    click(button('Save'));
    await calm();

    expect([cell('Dosage of prescription 1').value, only('.why').textContent]).toEqual(['5 mg', 'Name the drug.']);
  });

  test('of a deleted contact are shown and not changed', async () => {
    await open(one, { revealRxDetails: { data: { ...one, prescriptions: [LISINOPRIL] } } }, { deleted_at: AT });
    click(button('Show'));
    await calm();

    expect([...document.querySelectorAll('button')].map((it) => it.textContent)).toEqual(['Hide']);
  });
});

describe('private numbers', () => {
  const open = (answers: Record<string, Answer> = {}, who: object = {}) =>
    desk(
      <DataTab contact={contact()} />,
      { readDataCapture: { data: { captures: [], version: 0, updated_at: null } }, ...answers },
      who,
    );

  test('are shown one at a time and hidden again', async () => {
    const { asked } = await open({ revealField: { data: { value: '123456789' } } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => button('Show Social Security number').click());
    await act(() => vi.advanceTimersByTimeAsync(REVEALED_MS - 1));
    const shown = document.body.textContent.includes('123-45-6789');
    const kept = stored();
    await act(() => vi.advanceTimersByTimeAsync(2));

    expect([
      asked('revealField'),
      shown,
      document.body.textContent.includes('123-45-6789'),
      kept.includes('6789'),
    ]).toEqual([[{ params: { id: 1 }, body: { field: 'ssn' } }], true, false, false]);
  });

  test('that are refused keep what was typed and say why', async () => {
    await open({
      updateSealedFields: new ApiError('rejected', {
        code: 'refused',
        message: 'No.',
        fields: { ssn: ['This is no SSN.'] },
      }),
    });
    click(button('Change Social Security number'));
    await calm();
    type(cell('Social Security number'), '12');
    act(() => only<HTMLFormElement>('.sealed form').requestSubmit());
    await calm();

    expect([cell('Social Security number').value, only('.why').textContent]).toEqual(['12', 'This is no SSN.']);
  });

  const change = async (answers: Record<string, Answer> = {}) => {
    const { asked } = await open({ updateSealedFields: { data: MASKS }, ...answers });
    button('Change Social Security number').focus();
    click(button('Change Social Security number'));
    await calm();
    return { asked, submit: () => act(() => only<HTMLFormElement>('.sealed form').requestSubmit()) };
  };

  test('stay when nothing is typed, and the focus goes back', async () => {
    const { asked, submit } = await change();
    submit();
    await calm();

    expect([asked('updateSealedFields'), document.activeElement]).toEqual([
      [],
      button('Change Social Security number'),
    ]);
  });

  test('are removed by their own button, after a question', async () => {
    const { asked } = await change();
    click(button('Remove'));
    await calm();
    const before = asked('updateSealedFields').length;
    click(button('Remove number'));
    await calm();

    expect([before, asked('updateSealedFields')]).toEqual([0, [{ params: { id: 1 }, body: { ssn: '' } }]]);
  });

  test('are offered to nobody who may not look', async () => {
    await open({}, { permissions: ['contacts.read', 'contacts.write'] });

    expect([...document.querySelectorAll('.sealed button')].map((it) => it.getAttribute('aria-label'))).toEqual([
      'Add Medicare number',
      'Change Social Security number',
      'Add Bank routing number',
      'Add Bank account number',
    ]);
  });
});

describe('data captures', () => {
  const first = {
    captures: [
      { label: 'Pet', value: 'Cat' },
      { label: 'Tobacco', value: 'No' },
    ],
    version: 3,
    updated_at: AT,
  };
  const open = (answers: Record<string, Answer> = {}) =>
    desk(<DataTab contact={contact()} />, { readDataCapture: { data: first }, ...answers });

  test('are put into another order and saved against the version that was read', async () => {
    const { asked } = await open({ updateDataCapture: { data: first } });
    click(button('Edit'));
    await calm();
    click(button('Move row 2 up'));
    await calm();
    click(button('Remove row 2'));
    await calm();
    click(button('Save'));
    await calm();

    expect(asked('updateDataCapture')).toEqual([
      { params: { id: 1 }, body: { captures: [{ label: 'Tobacco', value: 'No' }], version: 3 } },
    ]);
  });

  test('that somebody changed meanwhile show what is stored, and are replaced only when one says so', async () => {
    const theirs = { captures: [{ label: 'Pet', value: 'Dog' }], version: 4, updated_at: AT };
    let saves = 0;
    const { asked } = await desk(<DataTab contact={contact()} />, {
      readDataCapture: () => ({ data: saves === 0 ? first : theirs }),
      updateDataCapture: () => {
        saves += 1;
        if (saves > 1) return { data: theirs };
        return new ApiError('rejected', {
          code: 'contact_changed',
          message: 'Somebody has changed this list.',
          fields: {},
        });
      },
    });
    click(button('Edit'));
    await calm();
    type(cell('Value of row 1'), 'Bird');
    click(button('Save'));
    await calm();
    expect(only('[role=alert]').textContent).toContain('Dog');
    click(button('Replace with mine'));
    await calm();

    expect(asked('updateDataCapture').map(({ body }) => (body as { version: number }).version)).toEqual([3, 4]);
  });
});

describe('Medicare', () => {
  test('tells what it filled and replaces only what is chosen', async () => {
    const told = {
      filled: ['dob'],
      same: ['city'],
      differing: [{ field: 'last_name', stored: 'Smith', found: 'Smyth' }],
      refused: [],
      not_understood: ['Drugs: Drug Name'],
    };
    const { asked } = await desk(<DataTab contact={contact()} />, {
      readDataCapture: { data: { captures: [], version: 0, updated_at: null } },
      importMedicare: { data: told },
    });
    click(button('Import from Medicare'));
    await calm();
    const area = only<HTMLTextAreaElement>('[role=dialog] textarea');
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, 'Name: A');
      area.dispatchEvent(new Event('input', { bubbles: true }));
    });
    click(button('Import'));
    await calm();
    expect(only('[role=dialog]').textContent).toContain('Filled 1');
    click(only<HTMLInputElement>('[role=dialog] input[type=checkbox]'));
    click(button('Replace 1'));
    await calm();

    expect(asked('importMedicare').map(({ body }) => body)).toEqual([
      { text: 'Name: A', overwrite: [] },
      { text: 'Name: A', overwrite: ['last_name'] },
    ]);
  });
});
