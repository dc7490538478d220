-- batched
-- States were stored as typed: "Tex.", "texas". Those that are certain become two letters; all others stay as they are.
-- The names are those of `readState` (src/rules/places/us-states.ts), by their letters alone.
set local role bellwether_definer;
with known (written, code) as (values
    ('aa', 'AA'), ('ae', 'AE'), ('ak', 'AK'), ('al', 'AL'), ('ala', 'AL'), ('alabama', 'AL'), ('alas', 'AK'),
    ('alaska', 'AK'), ('americansamoa', 'AS'), ('ap', 'AP'), ('ar', 'AR'), ('ariz', 'AZ'), ('arizona', 'AZ'), ('ark', 'AR'),
    ('arkansas', 'AR'), ('armedforcesamericas', 'AA'), ('armedforceseurope', 'AE'), ('armedforcespacific', 'AP'),
    ('as', 'AS'), ('az', 'AZ'), ('ca', 'CA'), ('cal', 'CA'), ('calif', 'CA'), ('california', 'CA'), ('cnmi', 'MP'),
    ('co', 'CO'), ('col', 'CO'), ('colo', 'CO'), ('colorado', 'CO'), ('conn', 'CT'), ('connecticut', 'CT'), ('ct', 'CT'),
    ('dc', 'DC'), ('de', 'DE'), ('del', 'DE'), ('delaware', 'DE'), ('distofcolumbia', 'DC'), ('districtofcolumbia', 'DC'),
    ('federatedstatesofmicronesia', 'FM'), ('fl', 'FL'), ('fla', 'FL'), ('florida', 'FL'), ('fm', 'FM'), ('ga', 'GA'),
    ('georgia', 'GA'), ('gu', 'GU'), ('guam', 'GU'), ('haw', 'HI'), ('hawaii', 'HI'), ('hi', 'HI'), ('ia', 'IA'),
    ('id', 'ID'), ('ida', 'ID'), ('idaho', 'ID'), ('il', 'IL'), ('ill', 'IL'), ('illinois', 'IL'), ('ills', 'IL'),
    ('in', 'IN'), ('ind', 'IN'), ('indiana', 'IN'), ('iowa', 'IA'), ('kan', 'KS'), ('kans', 'KS'), ('kansas', 'KS'),
    ('kentucky', 'KY'), ('ks', 'KS'), ('ky', 'KY'), ('la', 'LA'), ('louisiana', 'LA'), ('ma', 'MA'), ('maine', 'ME'),
    ('marshallislands', 'MH'), ('maryland', 'MD'), ('mass', 'MA'), ('massachusetts', 'MA'), ('md', 'MD'), ('me', 'ME'),
    ('mh', 'MH'), ('mi', 'MI'), ('mich', 'MI'), ('michigan', 'MI'), ('minn', 'MN'), ('minnesota', 'MN'), ('miss', 'MS'),
    ('mississippi', 'MS'), ('missouri', 'MO'), ('mn', 'MN'), ('mo', 'MO'), ('mont', 'MT'), ('montana', 'MT'), ('mp', 'MP'),
    ('ms', 'MS'), ('mt', 'MT'), ('nc', 'NC'), ('ncar', 'NC'), ('ncarolina', 'NC'), ('nd', 'ND'), ('ndak', 'ND'),
    ('ndakota', 'ND'), ('ne', 'NE'), ('neb', 'NE'), ('nebr', 'NE'), ('nebraska', 'NE'), ('nev', 'NV'), ('nevada', 'NV'),
    ('newhampshire', 'NH'), ('newjersey', 'NJ'), ('newmex', 'NM'), ('newmexico', 'NM'), ('newyork', 'NY'), ('nh', 'NH'),
    ('nhamp', 'NH'), ('nhampshire', 'NH'), ('nj', 'NJ'), ('njersey', 'NJ'), ('nm', 'NM'), ('nmex', 'NM'), ('nmexico', 'NM'),
    ('nocar', 'NC'), ('nocarolina', 'NC'), ('nodak', 'ND'), ('nodakota', 'ND'), ('northcarolina', 'NC'),
    ('northdakota', 'ND'), ('northernmarianaislands', 'MP'), ('northernmarianas', 'MP'), ('nv', 'NV'), ('ny', 'NY'),
    ('oh', 'OH'), ('ohio', 'OH'), ('ok', 'OK'), ('okla', 'OK'), ('oklahoma', 'OK'), ('or', 'OR'),
    ('ore', 'OR'), ('oreg', 'OR'), ('oregon', 'OR'), ('pa', 'PA'), ('palau', 'PW'), ('penn', 'PA'), ('penna', 'PA'),
    ('pennsylvania', 'PA'), ('portorico', 'PR'), ('pr', 'PR'), ('puertorico', 'PR'), ('pw', 'PW'), ('rhodeisland', 'RI'),
    ('ri', 'RI'), ('risl', 'RI'), ('risland', 'RI'), ('sc', 'SC'), ('scar', 'SC'), ('scarolina', 'SC'), ('sd', 'SD'),
    ('sdak', 'SD'), ('sdakota', 'SD'), ('socar', 'SC'), ('socarolina', 'SC'), ('sodak', 'SD'), ('sodakota', 'SD'),
    ('southcarolina', 'SC'), ('southdakota', 'SD'), ('tenn', 'TN'), ('tennessee', 'TN'), ('tex', 'TX'), ('texas', 'TX'),
    ('tn', 'TN'), ('tx', 'TX'), ('usvi', 'VI'), ('usvirginislands', 'VI'), ('ut', 'UT'), ('utah', 'UT'), ('va', 'VA'),
    ('vermont', 'VT'), ('vi', 'VI'), ('virg', 'VA'), ('virginia', 'VA'), ('virginislands', 'VI'), ('vt', 'VT'),
    ('wa', 'WA'), ('wash', 'WA'), ('washdc', 'DC'), ('washington', 'WA'), ('washingtondc', 'DC'), ('washingtonstate', 'WA'),
    ('westva', 'WV'), ('westvirginia', 'WV'), ('wi', 'WI'), ('wis', 'WI'), ('wisc', 'WI'), ('wisconsin', 'WI'),
    ('wv', 'WV'), ('wva', 'WV'), ('wvirg', 'WV'), ('wvirginia', 'WV'), ('wy', 'WY'), ('wyo', 'WY'), ('wyoming', 'WY')
), wrong as (
  select c.id, k.code from contacts c
  join known k on k.written = regexp_replace(lower(c.state), '[[:space:].,_-]', '', 'g')
  where c.state <> k.code and c.state <> '' and c.state !~ '^[A-Z]{2}$'
  order by c.id limit 5000 for update of c
)
update contacts c set state = wrong.code from wrong where c.id = wrong.id;
