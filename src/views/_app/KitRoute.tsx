import { ActingBar } from '../_frame/ActingBar.tsx';
import { KitPage } from '../_kit/KitPage.tsx';
import { NotFound } from './NotFound.tsx';
import { useBoot } from './use-boot.ts';

/** Every part of the design, to look at; only where there is a demo world. */
export function KitRoute() {
  const { demo } = useBoot();
  if (demo === null) return <NotFound />;
  return (
    <div className="scroll">
      <ActingBar
        actor="Marcus Ellery"
        subject="Dana Whitfield"
        since="2:04 PM"
        lasting="14 min"
        exitLabel="Exit to Marcus"
        onExit={() => {}}
      />
      <KitPage />
    </div>
  );
}
