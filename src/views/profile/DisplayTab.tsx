import { useSelector } from '@xstate/store-react';
import { displayStore } from '../../store/display.store.ts';
import { displayOf, optionsOf } from '../_base/show-display.ts';
import { DisplayOptionsForm } from '../_frame/DisplayOptionsForm.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';

/** Sizes and colors; each choice applies and is saved immediately. */
export function DisplayTab() {
  const { options, isSaved } = useSelector(displayStore, ({ context }) => context);
  return (
    <Card
      title="Display options"
      padded
      aside={<output>{isSaved ? <StatusWord tone="good">Saved</StatusWord> : 'Not saved yet'}</output>}
    >
      <DisplayOptionsForm
        options={optionsOf(options)}
        onChange={(chosen) => displayStore.trigger.choose({ chosen: displayOf(chosen) })}
      />
    </Card>
  );
}
