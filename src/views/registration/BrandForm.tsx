import { useState } from 'react';
import { submitBrand, type TextRegistration } from '#contract/registration.contract.ts';
import type { RegistrationAsk } from '../../machines/registration/registration.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { faultsOf } from './faults-of.ts';

interface FormProps {
  busy: boolean;
  onSubmit: (ask: RegistrationAsk) => void;
}

const FIELDS = [
  ['customer_profile_sid', 'Customer profile ID', 'Starts with BU. In Twilio’s console under Trust Hub.'],
  ['a2p_profile_sid', 'A2P messaging profile ID', 'Starts with BU. In Twilio’s console under Trust Hub.'],
  ['messaging_service_sid', 'Messaging service ID', 'Starts with MG. Your numbers are added to it.'],
] as const;

/** IDs of the business at Twilio. */
export function BrandForm({ brand, busy, onSubmit }: FormProps & { brand: TextRegistration['brand'] }) {
  const [said, setSaid] = useState({
    customer_profile_sid: brand?.customer_profile_sid ?? '',
    a2p_profile_sid: brand?.a2p_profile_sid ?? '',
    messaging_service_sid: brand?.messaging_service_sid ?? '',
  });
  const [isTried, setTried] = useState(false);
  const faults = faultsOf(submitBrand.body, said);
  return (
    <form
      className="form-grid"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (Object.keys(faults).length === 0) onSubmit({ what: 'brand', said });
      }}
    >
      {FIELDS.map(([name, label, hint]) => (
        <div className="whole" key={name}>
          <TextField
            label={label}
            hint={hint}
            name={name}
            autoComplete="off"
            value={said[name]}
            error={isTried ? faults[name] : undefined}
            onChange={({ currentTarget: { value } }) => setSaid((now) => ({ ...now, [name]: value.trim() }))}
          />
        </div>
      ))}
      <div className="whole">
        <Button look="primary" type="submit" busy={busy}>
          Submit brand
        </Button>
      </div>
    </form>
  );
}
