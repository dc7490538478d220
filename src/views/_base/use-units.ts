import { listUserPlaces } from '#contract/users.contract.ts';
import { useResource } from './use-resource.ts';

interface OfUnit {
  /** `null`: for the whole account. */
  readonly business_unit_id: number | null;
}

/** The business units that rows can belong to, and the column that shows them. */
export function useUnits() {
  const places = useResource(listUserPlaces, {});
  const units = places.data?.data.business_units ?? [];
  const cell = ({ business_unit_id: id }: OfUnit): string =>
    id === null ? 'Entire account' : (units.find((unit) => unit.id === id)?.name ?? 'One business unit');
  return { units, forUnit: { head: 'For', cell } };
}
