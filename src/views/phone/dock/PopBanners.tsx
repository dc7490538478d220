import { PanelTopOpen } from 'lucide-react';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { Banner } from '../../_kit/overlays/Banner.tsx';
import { usePhone } from '../use-phone.ts';

/** Contacts whose pages the browser did not let open when their number called. */
export function PopBanners() {
  const phone = usePhone();
  return phone?.view.pops.map(({ number, href }) => (
    <Banner
      key={number}
      icon={PanelTopOpen}
      title={`${formatPhone(number) || 'Unknown caller'} called`}
      detail="Your browser blocked the tab with matching contacts."
      open={{ href, label: 'Open' }}
      onDismiss={() => phone.send({ type: 'phone.dismissPop', number })}
    />
  ));
}
