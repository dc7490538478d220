import { SOA_PRODUCTS, type SoaProduct } from '#contract/soa.contract.ts';
import { PRODUCT_WORDS } from '#rules/soa/soa-words.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';

interface ProductChoiceProps {
  label: string;
  chosen: readonly SoaProduct[];
  error: string | undefined;
  onChange: (chosen: SoaProduct[]) => void;
}

/** Types of products, any number of them. */
export function ProductChoice({ label, chosen, error, onChange }: ProductChoiceProps) {
  return (
    <fieldset className="whole record-checks">
      <legend className="field-label">{label}</legend>
      {SOA_PRODUCTS.map((one) => (
        <Checkbox
          key={one}
          checked={chosen.includes(one)}
          onCheckedChange={(isChosen) =>
            onChange(SOA_PRODUCTS.filter((other) => (other === one ? isChosen : chosen.includes(other))))
          }
        >
          {PRODUCT_WORDS.en[one][0]}
        </Checkbox>
      ))}
      {error === undefined ? null : (
        <p className="bad-t meta" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
