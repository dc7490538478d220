import { brandOf } from '#brands/brand.ts';
import { useActors } from '../_base/app-context.ts';
import { type LegalPath, LegalText } from '../_frame/LegalText.tsx';

/** One of the brand's public texts; open to everyone. */
export function LegalPage({ path }: { path: LegalPath }) {
  const { boot } = useActors();
  return <LegalText brand={brandOf(boot.brand)} path={path} />;
}
