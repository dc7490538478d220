import { type Brand, brandOf } from '#brands/brand.ts';
import { supportOf } from '#brands/legal-pages.ts';
import { type SettingKey, settings } from '#contract/settings.contract.ts';
import { useActors } from '../_base/app-context.ts';
import { useResource } from '../_base/use-resource.ts';
import { type LegalPath, LegalText } from '../_frame/LegalText.tsx';

/** One of the brand's public texts; open to everyone. */
export function LegalPage({ path }: { path: LegalPath }) {
  const { boot } = useActors();
  const brand = brandOf(boot.brand);
  return path === '/contact-us' ? <ContactUs brand={brand} /> : <LegalText brand={brand} path={path} />;
}

/** With the support of the account; without an answer, that of the brand. */
function ContactUs({ brand }: { brand: Brand }) {
  const own = supportOf(brand);
  const email = usePublicSetting('support_email', own.email);
  const phone = usePublicSetting('support_phone', own.phone);
  const hours = usePublicSetting('support_hours', own.hours);
  // A wrong number for a moment would be worse than none.
  if (email === null || phone === null || hours === null) return null;
  return <LegalText brand={brand} path="/contact-us" support={{ email, phone, hours }} />;
}

/** `null` while it loads. */
function usePublicSetting(key: SettingKey, otherwise: string): string | null {
  const { data, pending } = useResource(settings.public, { params: { key } });
  return pending ? null : String(data?.data.value ?? otherwise);
}
