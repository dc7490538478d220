import { listUserPlaces } from '#contract/users.contract.ts';
import { useResource } from './use-resource.ts';

interface OfUnit {
  /** `null`: for the whole account. */
  readonly business_unit_id: number | null;
}

/** The business units that new rows can belong to, and the column that shows all of them. */
export function useUnits() {
  const places = useResource(listUserPlaces, {});
  const known = places.data?.data.business_units ?? [];
  const cell = ({ business_unit_id: id }: OfUnit): string =>
    id === null ? 'Entire account' : (known.find((unit) => unit.id === id)?.name ?? 'One business unit');
  return { units: known.filter(({ active }) => active), forUnit: { head: 'For', cell } };
}
