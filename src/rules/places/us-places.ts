import { readState } from './us-states.ts';

/** Letters of the table below. AK west of 169.5° W and the rest of the state; AZ keeps standard time outside the Navajo Nation. */
const ZONES: Readonly<Record<string, string>> = {
  E: 'America/New_York',
  D: 'America/Detroit',
  I: 'America/Indiana/Indianapolis',
  C: 'America/Chicago',
  M: 'America/Denver',
  A: 'America/Phoenix',
  B: 'America/Boise',
  P: 'America/Los_Angeles',
  K: 'America/Anchorage',
  U: 'America/Adak',
  H: 'Pacific/Honolulu',
};

/** Territories with their zones and area codes. Sources: as below. */
const TERRITORIES = [
  ['PR', 'America/Puerto_Rico', '787', '939'],
  ['VI', 'America/St_Thomas', '340'],
  ['GU', 'Pacific/Guam', '671'],
  ['MP', 'Pacific/Saipan', '670'],
  ['AS', 'Pacific/Pago_Pago', '684'],
] as const;

/**
 * Each state with its zones and area codes; where a code covers only some of the zones, they precede it. Source: NANPA,
 * area codes in service in 2026; tz database.
 */
const TABLE = `
AL C 205 251 256 334 659 938
AK KU 907
AZ AM A480 A520 A602 A623 928
AR C 327 479 501 870
CA P 209 213 279 310 323 341 350 357 369 408 415 424 442 510 530 559 562 619 626 628 650 657 661 669 707 714 738 747 760 805 818 820 831 837 840 858 909 916 925 949 951
CO M 303 719 720 748 970 983
CT E 203 475 860 959
DE E 302
DC E 202 771
FL EC E239 E305 E321 E324 E352 E386 E407 448 E561 E645 E656 E689 E727 E728 E754 E772 E786 E813 850 E863 E904 E941 E954
GA E 229 404 470 478 678 706 762 770 912 943
HI H 808
ID BP 208 986
IL C 217 224 309 312 331 447 464 618 630 708 730 773 779 815 847 861 872
IN IC 219 I260 I317 I463 574 I765 812 930
IA C 319 515 563 641 712
KS CM C316 620 785 C913
KY EC 270 364 E502 606 E859
LA C 225 318 337 457 504 985
ME E 207
MD E 227 240 301 410 443 667
MA E 339 351 413 508 617 774 781 857 978
MI DC D231 D248 D269 D313 D517 D586 D616 D679 D734 D810 906 D947 D989
MN C 218 320 507 612 651 763 924 952
MS C 228 471 601 662 769
MO C 235 314 417 557 573 636 660 816 975
MT M 406
NE CM 308 C402 C531
NV P 702 725 775
NH E 603
NJ E 201 551 609 640 732 848 856 862 908 973
NM M 505 575
NY E 212 315 329 332 347 363 516 518 585 607 624 631 646 680 716 718 838 845 914 917 929 934
NC E 252 336 472 704 743 828 910 919 980 984
ND CM 701
OH E 216 220 234 283 326 330 380 419 436 440 513 567 614 740 937
OK C 405 539 572 580 918
OR PB 458 P503 541 P971
PA E 215 223 267 272 412 445 484 570 582 610 717 724 814 835 878
RI E 401
SC E 803 821 839 843 854 864
SD CM 605
TN EC 423 C615 C629 729 C731 E865 C901 C931
TX CM C210 C214 C254 C281 C325 C346 C361 C409 C430 432 C469 C512 C621 C682 C713 C726 C737 C806 C817 C830 C832 C903 M915 C936 C940 C945 C956 C972 C979
UT M 385 435 801
VT E 802
VA E 276 434 540 571 686 703 757 804 826 948
WA P 206 253 360 425 509 564
WV E 304 681
WI C 262 274 353 414 534 608 715 920
WY M 307`;

/** Possible locations of a person. */
export interface Place {
  /** Two letters. */
  readonly state: string;
  /** IANA zones, at least one. */
  readonly zones: readonly string[];
}

/** IANA zones of the letters above. */
export const zonesOf = (letters: string): string[] => letters.split('').flatMap((letter) => ZONES[letter] ?? []);

const STATES = new Map<string, Place>();
const AREAS = new Map<string, Place>();

for (const line of TABLE.trim().split('\n')) {
  const [state = '', letters = '', ...codes] = line.split(' ');
  STATES.set(state, { state, zones: zonesOf(letters) });
  for (const code of codes) {
    const own = code.slice(0, -3);
    AREAS.set(code.slice(-3), { state, zones: zonesOf(own === '' ? letters : own) });
  }
}

/** Every zone of a state, for people with an unknown location. */
export const ALL_ZONES: readonly string[] = Object.values(ZONES);

/** With those of the territories. */
export const EVERY_ZONE: readonly string[] = [...ALL_ZONES, ...TERRITORIES.map(([, zone]) => zone)];

/** States and DC, two letters each, in order. */
export const STATE_CODES: readonly string[] = [...STATES.keys()].toSorted();

for (const [state, zone, ...codes] of TERRITORIES) {
  STATES.set(state, { state, zones: [zone] });
  for (const code of codes) AREAS.set(code, { state, zones: [zone] });
}

/** In any common form. `null`: no state or territory of the US. */
export const placeOfState = (state: string): Place | null => STATES.get(readState(state) ?? '') ?? null;

/** By the area code of an E.164 number. `null`: not of a state or territory of the US. */
export const placeOfNumber = (phone: string | null): Place | null =>
  phone?.startsWith('+1') === true ? (AREAS.get(phone.slice(2, 5)) ?? null) : null;

/** Two letters, by the area code of an E.164 number. `null`: of no state or territory of the US. */
export const stateOfNumber = (phone: string): string | null => placeOfNumber(phone)?.state ?? null;

/** The beginnings of E.164 numbers that are of these states. */
export const numbersOf = (states: readonly string[]): string[] =>
  [...AREAS].flatMap(([code, { state }]) => (states.includes(state) ? [`+1${code}`] : []));
