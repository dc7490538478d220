/** Forms of the same first name, as people in the US use them. Each line: all of them stand for each other. */
const FORMS = `
abigail abby gail
abraham abe bram
albert al bert
alexander alex xander sasha
alexandra alex sandra lexi
alfred al fred
allison ally
amanda mandy
andrew andy drew
angela angie
anthony tony
antonio tony
arthur art
barbara barb barbie babs
beatrice bea
benjamin ben benny
bernard bernie
bradley brad
caroline carrie carol
catherine katherine kathryn cathy kathy kate katie kay kitty
charles charlie chuck chas
charlotte lottie
christina christine chris tina chrissy
christopher chris topher
clifford cliff
cynthia cindy
daniel dan danny
david dave davey
deborah debra deb debbie
dennis denny
donald don donny
dorothy dot dottie dolly
douglas doug
edward ed eddie ted ned
eleanor ellie nora
elizabeth liz lizzie beth betty betsy eliza libby
emily em
eugene gene
evelyn evie
florence flo
frances fran francie
francis frank
francisco frank paco pancho
franklin frank
frederick fred freddie
gabriel gabe
gabriela gabby
gerald gerry jerry
gloria glo
gregory greg
guadalupe lupe
guillermo memo
harold hal harry
henry hank harry
herbert herb
ignacio nacho
isabella isabel izzy bella
jacob jake
jacqueline jackie
james jim jimmy jamie
janet jan
jeffrey geoffrey jeff
jennifer jen jenny
jeremy jeremiah jerry
jessica jess jessie
jesus chuy
john jack johnny
jonathan jon
jose pepe
joseph joe joey
joshua josh
judith judy
julia julie
kenneth ken kenny
kimberly kim
laurence lawrence larry
leonard leo len lenny
leslie les
lillian lily
louis lewis lou louie
luis lou
manuel manny
margaret maggie meg peggy marge margie greta
maria mary
martha marty
martin marty
matthew matt
melissa missy
michael mike mickey mick
michelle shelly
mitchell mitch
nancy nan
nathaniel nathan nate
nicholas nick
nicole nicky
norman norm
pamela pam
patricia pat patty tricia trish
patrick pat paddy
peter pete
philip phillip phil
rachel rae
raymond ray
rebecca becky becca
richard rich rick ricky dick
robert rob robbie bob bobby bert
roberto beto
roger rodge
ronald ron ronnie
rosemary rose rosie
russell russ
samantha sam
samuel sam sammy
sandra sandy
sara sarah sally
stanley stan
stephanie steph
stephen steven steve
susan sue susie suzy
suzanne sue
terence terrence terry
teresa theresa terry tess
theodore ted teddy theo
thomas tom tommy
timothy tim timmy
valerie val
vernon vern
victoria vicky tori
vincent vince vinny
virginia ginny ginger
walter walt wally
wendell wendy
william bill billy will willy liam
zachary zach zack
`;

const lines = FORMS.trim()
  .split('\n')
  .map((line) => line.split(' '));

const byName = new Map<string, Set<string>>();
for (const line of lines) {
  for (const name of line) {
    const forms = byName.get(name) ?? new Set();
    for (const other of line) if (other !== name) forms.add(other);
    byName.set(name, forms);
  }
}

/** Other forms of a folded first name: of `bill`, `william` and its kin. */
export const nicknamesOf = (name: string): readonly string[] => [...(byName.get(name) ?? [])];
