import { stateName } from './us-states.ts';

/**
 * States by the first three digits of ZIP codes. The few that cross a border count for the state with most of their
 * area. Source: USPS Publication 65, the National Five-Digit ZIP Code Directory; other numbers belong to territories,
 * the armed forces or no one.
 */
const RANGES = `
AL 350-352 354-369
AK 995-999
AZ 850-853 855-857 859-860 863-865
AR 716-729
CA 900-908 910-928 930-961
CO 800-816
CT 060-069
DE 197-199
DC 200 202-205
FL 320-339 341-342 344 346-347 349
GA 300-319 398-399
HI 967-968
ID 832-838
IL 600-620 622-629
IN 460-479
IA 500-516 520-528
KS 660-662 664-679
KY 400-418 420-427
LA 700-701 703-708 710-714
ME 039-049
MD 206-212 214-219
MA 010-027 055
MI 480-499
MN 550-551 553-567
MS 386-397
MO 630-631 633-641 644-658
MT 590-599
NE 680-681 683-693
NV 889-891 893-895 897-898
NH 030-038
NJ 070-089
NM 870-871 873-875 877-884
NY 005 100-149
NC 270-289
ND 580-588
OH 430-459
OK 730-731 734-741 743-749
OR 970-979
PA 150-196
RI 028-029
SC 290-299
SD 570-577
TN 370-385
TX 733 750-770 772-799 885
UT 840-847
VT 050-054 056-059
VA 201 220-246
WA 980-986 988-994
WV 247-268
WI 530-532 534-535 537-549
WY 820-831`;

/** Around which town the codes of these beginnings lie. Source: USPS, labels of sectional centers. */
const AREAS = `
010 Springfield|021 Boston|029 Providence|031 Manchester|041 Portland|054 Burlington|061 Hartford|065 New Haven
071 Newark|080 Camden|086 Trenton|100 New York|112 Brooklyn|122 Albany|132 Syracuse|142 Buffalo|146 Rochester
152 Pittsburgh|171 Harrisburg|191 Philadelphia|198 Wilmington|200 Washington|212 Baltimore|232 Richmond|235 Norfolk
240 Roanoke|253 Charleston|274 Greensboro|276 Raleigh|282 Charlotte|284 Wilmington|288 Asheville|292 Columbia
294 Charleston|296 Greenville|303 Atlanta|309 Augusta|312 Macon|314 Savannah|319 Columbus|322 Jacksonville
323 Tallahassee|325 Pensacola|326 Gainesville|328 Orlando|331 Miami|333 Fort Lauderdale|334 West Palm Beach|336 Tampa
337 St. Petersburg|339 Fort Myers|341 Naples|342 Sarasota|344 Ocala|352 Birmingham|361 Montgomery|366 Mobile
372 Nashville|374 Chattanooga|379 Knoxville|381 Memphis|392 Jackson|395 Biloxi|402 Louisville|405 Lexington|432 Columbus
441 Cleveland|452 Cincinnati|462 Indianapolis|468 Fort Wayne|482 Detroit|495 Grand Rapids|503 Des Moines|532 Milwaukee
537 Madison|551 St. Paul|554 Minneapolis|571 Sioux Falls|581 Fargo|591 Billings|606 Chicago|631 St. Louis
641 Kansas City|658 Springfield|672 Wichita|681 Omaha|685 Lincoln|701 New Orleans|705 Lafayette|708 Baton Rouge
711 Shreveport|722 Little Rock|729 Fort Smith|731 Oklahoma City|741 Tulsa|752 Dallas|761 Fort Worth|767 Waco|770 Houston
775 Pasadena|777 Beaumont|782 San Antonio|784 Corpus Christi|785 McAllen|787 Austin|794 Lubbock|791 Amarillo|799 El Paso
802 Denver|809 Colorado Springs|820 Cheyenne|837 Boise|841 Salt Lake City|850 Phoenix|857 Tucson|871 Albuquerque
875 Santa Fe|885 El Paso|891 Las Vegas|895 Reno|900 Los Angeles|921 San Diego|937 Fresno|941 San Francisco|946 Oakland
951 San Jose|958 Sacramento|968 Honolulu|972 Portland|974 Eugene|981 Seattle|984 Tacoma|992 Spokane|995 Anchorage`;

/** Towns whose codes lie among those of a larger one, as far as the demo world goes. Source: USPS. */
const TOWNS: Readonly<Record<string, string>> = {
  '78613': 'Cedar Park',
  '78626': 'Georgetown',
  '78628': 'Georgetown',
  '78633': 'Georgetown',
  '78660': 'Pflugerville',
  '78664': 'Round Rock',
  '78665': 'Round Rock',
  '78681': 'Round Rock',
  '78130': 'New Braunfels',
  '78132': 'New Braunfels',
  '75023': 'Plano',
  '75024': 'Plano',
  '75025': 'Plano',
  '75074': 'Plano',
  '75075': 'Plano',
  '75093': 'Plano',
};

const stateOfPrefix = new Map<string, string>();
for (const line of RANGES.trim().split('\n')) {
  const [state = '', ...ranges] = line.split(' ');
  for (const range of ranges) {
    const [first = '', last = first] = range.split('-');
    for (let prefix = Number(first); prefix <= Number(last); prefix += 1) {
      stateOfPrefix.set(String(prefix).padStart(3, '0'), state);
    }
  }
}

const areaOfPrefix = new Map(
  AREAS.trim()
    .split(/[|\n]/)
    .map((entry) => [entry.slice(0, 3), entry.slice(4)]),
);

/** Location of a ZIP code. */
export interface ZipPlace {
  /** Two letters. */
  readonly state: string;
  /** Location in a sentence: `Round Rock, TX`, `the Austin area, TX`, `Texas`. */
  readonly name: string;
}

/** `null`: in no state of the US. */
export function placeOfZip(zip: string): ZipPlace | null {
  const prefix = zip.slice(0, 3);
  const state = stateOfPrefix.get(prefix);
  if (state === undefined) return null;
  const town = TOWNS[zip];
  const area = areaOfPrefix.get(prefix);
  if (town !== undefined) return { state, name: `${town}, ${state}` };
  return { state, name: area === undefined ? stateName(state) : `the ${area} area, ${state}` };
}
