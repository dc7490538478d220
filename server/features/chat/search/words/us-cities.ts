import { fold } from '../answer/said-words.ts';

/** The most populous places of the US and the middle ones of the states that agents work in most, by state. */
const NAMES = `
Birmingham,Huntsville,Mobile,Montgomery,Tuscaloosa,Hoover,Dothan,Auburn,Decatur,Gadsden,Florence,Enterprise
Anchorage,Fairbanks,Juneau,Wasilla
Phoenix,Tucson,Mesa,Chandler,Gilbert,Glendale,Scottsdale,Peoria,Tempe,Surprise,Yuma,Flagstaff,Goodyear,Prescott,Sun City,Avondale
Little Rock,Fayetteville,Fort Smith,Springdale,Jonesboro,Rogers,Conway,Bentonville,Hot Springs,Pine Bluff,Texarkana
Los Angeles,San Diego,San Jose,San Francisco,Fresno,Sacramento,Long Beach,Oakland,Bakersfield,Anaheim,Stockton,Riverside
Irvine,Santa Ana,Chula Vista,Fremont,Santa Clarita,San Bernardino,Modesto,Fontana,Oxnard,Moreno Valley,Huntington Beach
Ontario,Rancho Cucamonga,Santa Rosa,Oceanside,Garden Grove,Corona,Salinas,Hayward,Palmdale,Lancaster,Escondido,Pomona
Torrance,Pasadena,Fullerton,Visalia,Concord,Roseville,Thousand Oaks,Vallejo,Berkeley,Redding,Chico,Santa Barbara,Palm Springs
Denver,Colorado Springs,Aurora,Fort Collins,Lakewood,Thornton,Arvada,Pueblo,Westminster,Boulder,Greeley,Longmont,Grand Junction
Bridgeport,New Haven,Hartford,Stamford,Waterbury,Norwalk,Danbury,New Britain
Wilmington,Dover,Newark,Rehoboth Beach
Jacksonville,Miami,Tampa,Orlando,St. Petersburg,Hialeah,Port St. Lucie,Cape Coral,Tallahassee,Fort Lauderdale,Pembroke Pines
Hollywood,Gainesville,Miramar,Coral Springs,Palm Bay,West Palm Beach,Clearwater,Lakeland,Pompano Beach,Boca Raton,Deltona
Daytona Beach,Fort Myers,Kissimmee,Melbourne,Naples,Sarasota,Bradenton,Ocala,Pensacola,Vero Beach,The Villages,Panama City
Atlanta,Augusta,Columbus,Macon,Savannah,Athens,Sandy Springs,Roswell,Johns Creek,Albany,Warner Robins,Alpharetta,Marietta,Valdosta
Honolulu,Hilo,Kailua
Boise,Meridian,Nampa,Idaho Falls,Pocatello,Coeur d'Alene,Twin Falls
Chicago,Joliet,Naperville,Rockford,Springfield,Elgin,Champaign,Waukegan,Cicero,Bloomington,Evanston,Schaumburg,Moline,Carbondale
Indianapolis,Fort Wayne,Evansville,South Bend,Carmel,Fishers,Hammond,Gary,Lafayette,Muncie,Terre Haute,Kokomo,Anderson
Des Moines,Cedar Rapids,Davenport,Sioux City,Iowa City,Waterloo,Ames,Council Bluffs,Dubuque
Wichita,Overland Park,Kansas City,Olathe,Topeka,Lawrence,Shawnee,Manhattan,Salina
Louisville,Lexington,Bowling Green,Owensboro,Covington,Richmond,Paducah,Elizabethtown
New Orleans,Baton Rouge,Shreveport,Metairie,Lake Charles,Kenner,Bossier City,Monroe,Alexandria,Houma,Slidell
Portland,Lewiston,Bangor
Baltimore,Rockville,Frederick,Gaithersburg,Bowie,Hagerstown,Annapolis,Silver Spring,Salisbury
Boston,Worcester,Cambridge,Lowell,Brockton,New Bedford,Quincy,Lynn,Fall River
Detroit,Grand Rapids,Warren,Sterling Heights,Ann Arbor,Lansing,Dearborn,Flint,Livonia,Troy,Kalamazoo,Saginaw,Traverse City
Minneapolis,St. Paul,Rochester,Duluth,Brooklyn Park,Plymouth,St. Cloud,Eagan,Mankato
Jackson,Gulfport,Southaven,Biloxi,Hattiesburg,Meridian,Tupelo,Olive Branch,Vicksburg
St. Louis,Independence,Joplin,St. Joseph,Jefferson City,O'Fallon,St. Charles,Cape Girardeau,Branson
Billings,Missoula,Great Falls,Bozeman,Butte,Helena,Kalispell
Omaha,Lincoln,Bellevue,Grand Island,Kearney
Las Vegas,Henderson,Reno,North Las Vegas,Sparks,Carson City,Elko
Manchester,Nashua
Jersey City,Paterson,Elizabeth,Edison,Trenton,Camden,Toms River,Cherry Hill,Atlantic City
Albuquerque,Las Cruces,Rio Rancho,Santa Fe,Roswell,Farmington,Clovis
New York City,Buffalo,Yonkers,Syracuse,Brooklyn,Queens,Bronx,Staten Island,Utica,White Plains,Schenectady,Binghamton,Ithaca
Charlotte,Raleigh,Greensboro,Durham,Winston-Salem,Cary,High Point,Asheville,Greenville,Gastonia,Hickory
Fargo,Bismarck,Grand Forks,Minot
Cleveland,Cincinnati,Toledo,Akron,Dayton,Parma,Canton,Youngstown,Lorain,Hamilton,Mansfield,Sandusky,Lima
Oklahoma City,Tulsa,Norman,Broken Arrow,Lawton,Edmond,Moore,Stillwater,Enid,Muskogee,Bartlesville
Eugene,Salem,Gresham,Hillsboro,Beaverton,Bend,Medford,Corvallis
Philadelphia,Pittsburgh,Allentown,Erie,Reading,Scranton,Bethlehem,Harrisburg,York,Altoona,Wilkes-Barre
Providence,Warwick,Cranston,Pawtucket
Charleston,Columbia,North Charleston,Mount Pleasant,Rock Hill,Spartanburg,Summerville,Myrtle Beach,Hilton Head
Sioux Falls,Rapid City
Nashville,Memphis,Knoxville,Chattanooga,Clarksville,Murfreesboro,Franklin,Johnson City,Kingsport,Hendersonville,Cookeville
Houston,San Antonio,Dallas,Austin,Fort Worth,El Paso,Arlington,Corpus Christi,Plano,Laredo,Lubbock,Garland,Irving,Amarillo
Grand Prairie,Brownsville,McKinney,Frisco,Killeen,McAllen,Mesquite,Waco,Denton,Carrollton,Midland,Abilene,Odessa,Round Rock
Beaumont,Richardson,College Station,Lewisville,Tyler,Pearland,Sugar Land,The Woodlands,Katy,Conroe,Galveston,Harlingen,Edinburg
San Angelo,Wichita Falls,Longview,Bryan,Baytown,Temple,Mission,Pharr,New Braunfels,San Marcos,Victoria,Georgetown,Cypress,Humble
Spring,Eagle Pass,Del Rio,Cedar Park,Pflugerville,Texas City,League City,Kerrville,Lufkin,Nacogdoches,Allen
Salt Lake City,West Valley City,Provo,Orem,Sandy,Ogden,St. George,Logan
Burlington,Rutland
Virginia Beach,Norfolk,Chesapeake,Newport News,Hampton,Roanoke,Portsmouth,Suffolk,Lynchburg,Harrisonburg
Seattle,Spokane,Tacoma,Vancouver,Kent,Everett,Renton,Yakima,Bellingham,Olympia,Kennewick
Huntington,Morgantown,Parkersburg,Wheeling
Milwaukee,Madison,Green Bay,Kenosha,Racine,Appleton,Waukesha,Oshkosh,Eau Claire,La Crosse,Sheboygan
Cheyenne,Casper,Laramie
`;

/** Words of their own that are cities only behind `in`: `spring`, `mobile`. */
const AS_WORDS = (
  'mobile,enterprise,auburn,surprise,independence,reading,mission,bend,spring,humble,hollywood,surprise,rogers,moore,' +
  'concord,corona,sandy,gary,troy,temple,elizabeth,allen,bryan,warren,franklin,henderson,anderson,lawrence,norman,logan,' +
  'madison,hamilton,lincoln,kent,hampton,frederick,aurora,butte,normal,columbia,florence,queens,augusta,helena,olympia,' +
  'marietta,victoria,eugene,salem,jackson,charlotte,tyler,irving,garland,chandler,gilbert,mesa,lima,lynn,ames,york,' +
  'dover,sparks,carmel,athens,edison,clovis,richmond,monroe,alexandria,plymouth,bowie,manchester,cypress,denton'
).split(',');

const CITIES = new Map(
  NAMES.trim()
    .split(/[,\n]/)
    .map((name) => [fold(name).replace(/[-]/g, ' ').replace(/[.]/g, ' ').replace(/\s+/g, ' '), name] as const),
);
for (const [short, name] of [
  ['nyc', 'New York City'],
  ['philly', 'Philadelphia'],
  ['vegas', 'Las Vegas'],
  ['okc', 'Oklahoma City'],
  ['saint louis', 'St. Louis'],
  ['saint paul', 'St. Paul'],
  ['ft worth', 'Fort Worth'],
  ['ft lauderdale', 'Fort Lauderdale'],
  ['ft myers', 'Fort Myers'],
] as const) {
  CITIES.set(short, name);
}

/** The name of a city as it is written; `undefined`: it is none of those known. */
export const cityNamed = (folded: string): string | undefined => CITIES.get(folded);

/** True when a city is also a word or a person's name, so that it needs `in` before it. */
export const isAlsoWord = (folded: string): boolean => AS_WORDS.includes(folded);

/** Every word of every city. */
export const CITY_WORDS: readonly string[] = [...CITIES.keys()].flatMap((name) => name.split(' '));
