import { stateOfNumber } from './us-places.ts';

/**
 * Area codes by main city; an overlay is listed with the code it overlays. One line per state. Source: NANPA, area
 * codes in service in 2026; the largest city as of the 2020 census.
 */
const TABLE = `
Birmingham 205 659,Huntsville 256 938,Mobile 251,Montgomery 334
Anchorage 907
Mesa 480,Phoenix 602,Tucson 520,Glendale 623,Yuma 928
Jonesboro 870 327,Fayetteville 479,Little Rock 501
Stockton 209 350,Los Angeles 213 323 738 747 818,Sacramento 279 916,Torrance 310 424,Oakland 341 510,Salinas 831,San Jose 408 669,San Francisco 415 628,Fresno 357 559,Oceanside 442 760,Chico 530 837,Long Beach 562,San Diego 619 858,Pasadena 626,San Mateo 650,Bakersfield 661,Anaheim 657 714,Santa Rosa 707 369,Oxnard 805 820,San Bernardino 840 909,Irvine 949,Riverside 951,Concord 925
Denver 303 720 983,Colorado Springs 719,Fort Collins 970 748
Bridgeport 203 475,Hartford 860 959
Wilmington 302
Washington 202 771
Miami 305 645 786,Fort Lauderdale 754 954,West Palm Beach 561 728,Cape Coral 239,Sarasota 941,Tampa 656 813,St. Petersburg 727,Lakeland 863,Orlando 321 407 689,Daytona Beach 386,Gainesville 352,Jacksonville 324 904,Tallahassee 448 850,Port St. Lucie 772
Atlanta 404 470 678 770 943,Augusta 706 762,Savannah 912,Albany 229,Macon 478
Honolulu 808
Boise 208 986
Chicago 312 773 872,Aurora 331 630,Cicero 464 708,Arlington Heights 224 847,Rockford 779 815,Peoria 309 861,Springfield 217 447,Belleville 618 730
Indianapolis 317 463,South Bend 574,Gary 219,Fort Wayne 260,Lafayette 765,Evansville 812 930
Davenport 563,Des Moines 515,Cedar Rapids 319,Sioux City 712,Mason City 641
Wichita 316,Topeka 785,Overland Park 913,Hutchinson 620
Louisville 502,Lexington 859,Bowling Green 270 364,Ashland 606
New Orleans 504,Baton Rouge 225,Shreveport 318,Lafayette 337 457,Houma 985
Portland 207
Baltimore 410 443 667,Rockville 227 240 301
Boston 617 857,Worcester 508 774,Lowell 351 978,Lynn 339 781,Springfield 413
Detroit 313 679,Troy 248 947,Warren 586,Ann Arbor 734,Flint 810,Lansing 517,Grand Rapids 616,Kalamazoo 269,Muskegon 231,Saginaw 989,Marquette 906
Minneapolis 612,St. Paul 651,Bloomington 952,Brooklyn Park 763,Rochester 507 924,St. Cloud 320,Duluth 218
Jackson 601 769,Gulfport 228,Southaven 662 471
St. Louis 314 557,O’Fallon 636,Kansas City 816 975,Springfield 417,Columbia 573 235,Sedalia 660
Billings 406
Omaha 402 531,Grand Island 308
Las Vegas 702 725,Reno 775
Manchester 603
Newark 862 973,Jersey City 201 551,Edison 732 848,Trenton 609 640,Camden 856,Elizabeth 908
Albuquerque 505,Las Cruces 575
New York 212 332 347 646 718 917 929,Hempstead 363 516,Brookhaven 631 934,Yonkers 914,Albany 518 838,Syracuse 315 680,Rochester 585,Buffalo 624 716,Binghamton 607,Poughkeepsie 845 329
Charlotte 704 980,Raleigh 919 984,Greensboro 336 743,Fayetteville 910 472,Greenville 252,Asheville 828
Fargo 701
Cleveland 216,Columbus 380 614,Cincinnati 283 513,Toledo 419 567,Akron 234 330,Dayton 326 937,Parma 440 436,Newark 220 740
Oklahoma City 405 572,Tulsa 539 918,Lawton 580
Portland 503 971,Eugene 458 541
Philadelphia 215 267 445,Allentown 484 610 835,Pittsburgh 412 878,Greensburg 724,Erie 814 582,Scranton 570 272,Lancaster 223 717
Providence 401
Charleston 843 854,Columbia 803 839,Greenville 864 821
Sioux Falls 605
Nashville 615 629,Memphis 901,Knoxville 865,Chattanooga 423 729,Clarksville 931,Jackson 731
Houston 281 346 621 713 832,Dallas 214 469 945 972,Fort Worth 682 817,Austin 512 737,San Antonio 210 726,El Paso 915,Corpus Christi 361,Lubbock 806,Laredo 956,Beaumont 409,Abilene 325,Midland 432,Killeen 254,Tyler 430 903,Denton 940,College Station 979,New Braunfels 830,Conroe 936
Salt Lake City 385 801,St. George 435
Burlington 802
Richmond 686 804,Virginia Beach 757 948,Arlington 571 703,Roanoke 540 826,Lynchburg 434,Bristol 276
Seattle 206,Tacoma 253,Vancouver 360 564,Bellevue 425,Spokane 509
Charleston 304 681
Milwaukee 414,Madison 353 608,Kenosha 262,Green Bay 274 920,Eau Claire 534 715
Cheyenne 307`;

const CITIES = new Map(
  TABLE.trim()
    .split(/[,\n]/)
    .flatMap((entry) => {
      const city = entry.replace(/( \d{3})+$/, '');
      return [...entry.matchAll(/ (\d{3})/g)].map(([, code = '']) => [code, city] as const);
    }),
);

/** Location of a number by its area code; empty if unknown, such as for another country. */
export function placeOfCaller(phone: string): { city: string; state: string } {
  const state = stateOfNumber(phone);
  return state === null ? { city: '', state: '' } : { city: CITIES.get(phone.slice(2, 5)) ?? '', state };
}

function cityKey(city: string, state: string): string {
  return `${state} ${city.trim().toLowerCase()}`;
}

const CODES = Map.groupBy(CITIES.keys(), (code) => cityKey(CITIES.get(code) ?? '', stateOfNumber(`+1${code}`) ?? ''));

/** Area codes of a city that is the main city of one; `state`: two letters. */
export const codesOfCity = (city: string, state: string): readonly string[] => CODES.get(cityKey(city, state)) ?? [];
