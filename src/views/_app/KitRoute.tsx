import { titleOf } from '#rules/access/pages.ts';
import { ActingBar } from '../_frame/ActingBar.tsx';
import { usePageTitle } from '../_frame/use-page-title.ts';
import { KitPage } from '../_kit/gallery/KitPage.tsx';
import { NotFound } from '../_base/NotFound.tsx';
import { useBoot } from '../_base/use-boot.ts';

/** Every part of the design, to look at; only where there is a demo world. */
export function KitRoute() {
  const { demo } = useBoot();
  usePageTitle(titleOf('/_kit'));
  if (demo === null) return <NotFound />;
  return (
    <div className="scroll">
      <ActingBar
        people={['Ingrid Sato', 'Marcus Ellery', 'Dana Whitfield']}
        since="2:04 PM"
        left="46 min left"
        reason="can't find AEP leads"
        limits="You can't change passwords, two-factor, API keys, terms or cards."
        exitLabel="Exit to Marcus"
        onExit={() => {}}
      />
      <KitPage />
    </div>
  );
}
