import '../../../styles/kit-page.css';
import { type ReactNode, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { KitControls, KitFields } from './KitControls.tsx';
import { KitFloating } from './KitFloating.tsx';
import { KitLists } from './KitLists.tsx';
import { KitNumbers } from './KitNumbers.tsx';
import { KitStates } from './KitStates.tsx';
import { Link } from '../display/Link.tsx';
import { Progress } from '../states/Progress.tsx';

const PRIMARIES = ['brand', 'orange', 'green', 'pink', 'yellow', 'purple'];

/** Every part of the kit once, to look at while developing. */
export function KitPage() {
  return (
    <div className="kit">
      <header>
        <h1>Design kit</h1>
        <p className="soft">Every component. Change text size, color and background in the display options.</p>
      </header>
      <Sample title="Primary colors">
        <div className="kit-six">
          {PRIMARIES.map((primary) => (
            <Swatch key={primary} primary={primary} />
          ))}
        </div>
      </Sample>
      <Sample title="Buttons, chips and words">
        <KitControls />
      </Sample>
      <Sample title="Fields">
        <KitFields />
      </Sample>
      <Sample title="Long work and lists">
        <KitLists />
      </Sample>
      <Sample title="Numbers and pages of a list">
        <KitNumbers />
      </Sample>
      <Sample title="Floating">
        <KitFloating />
      </Sample>
      <Sample title="Empty, loading, failed">
        <KitStates />
      </Sample>
    </div>
  );
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Swatch({ primary }: { primary: string }) {
  const [checked, setChecked] = useState(true);
  return (
    <div className="card kit-swatch" data-primary={primary}>
      <span className="med">{primary}</span>
      <Button look="primary">Save</Button>
      <div className="row wrap">
        <Link href="#open">Open</Link>
        <Checkbox aria-label={`Checked, ${primary}`} checked={checked} onCheckedChange={setChecked} />
        <Button size="small" className="is-focus end">
          Focus
        </Button>
      </div>
      <div className="kit-selected">
        <Checkbox checked={checked} onCheckedChange={setChecked}>
          <span className="med">Selected</span>
        </Checkbox>
      </div>
      <Progress label={`Sample in ${primary}`} done={62} total={100} text="62 of 100" />
    </div>
  );
}
