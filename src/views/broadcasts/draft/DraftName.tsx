import { useState } from 'react';
import { TextField } from '../../_kit/controls/TextField.tsx';

interface DraftNameProps {
  name: string;
  onName: (name: string) => void;
}

/** Name of the broadcast, for the list and the timeline; recipients never see it. */
export function DraftName({ name, onName }: DraftNameProps) {
  const [isEmpty, setEmpty] = useState(false);
  return (
    <div className="draft-name">
      <TextField
        label="Name"
        maxLength={120}
        value={isEmpty ? '' : name}
        error={isEmpty ? 'Enter a name.' : undefined}
        onChange={({ currentTarget: { value } }) => {
          setEmpty(value.trim() === '');
          if (value.trim() !== '') onName(value);
        }}
      />
    </div>
  );
}
