const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Excludes numbers, actions, addresses, and everything that can be promised or praised. Months and ordinal endings are
 * included: they are checked as figures.
 */
const ENGLISH = wordsOf(`
  a an the this that these those some any no not none all both each every other others another same such only also too
  very just still already more most less least much many few several enough about above after against along among around
  as at before behind below beside besides between beyond by during except for from here in inside into like near of off
  on onto or out outside over past per since so than through to toward towards under until up upon with within without and
  but if then else when where while who whom whose which what why how because though although however yet either neither
  nor there now today instead together apart again
  i you he she it we they me him her us them my your his its our their mine yours hers ours theirs myself yourself himself
  herself itself themselves someone somebody anyone anybody everyone everybody nobody something anything everything
  is are was were am be been being do does did has have had having can could may might will would shall let lets
  don doesn didn isn aren wasn weren hasn haven hadn couldn won wouldn cannot t s d ll re ve m
  yes please thanks thank sorry hello hi okay ok welcome
  see look looks looking find finds found show shows shown showing know knows known mean means need needs want wants
  understand ask asks tell tells told say says said help helps answer answers open opens match matches fit fits live lives
  turn turns begin begins start starts end ends stand stands come comes belong belongs work works call calls
  contact contacts client clients person people record records note notes policy policies plan plans quote quotes company
  companies state states city cities town county place places phone number numbers birthday birthdays age year years month
  months week weeks day days date dates time name names named list lists page pages card cards question questions point
  points detail details data information result results tag tags group groups status source sources owner agent agents agency
  filter filters search draft subject text texts word words part parts
  jan january feb february march apr april june jul july aug august sep sept september oct october nov november dec december
  st nd rd th
  dollar dollars zip code tobacco tel
  sure unsure clear unclear certain possible different missing unknown exact exactly close similar following together
`);

/** Written without accents. */
const SPANISH = wordsOf(`
  el la los las lo un una unos unas al del de a en con por para sin sobre entre hasta desde hacia segun y e o u ni pero
  sino que quien quienes cual cuales cuando donde como cuanto cuanta cuantos cuantas si no ya tambien solo muy mas menos
  tan tanto todo toda todos todas algun alguno alguna algunos algunas ningun ninguno ninguna otro otra otros otras cada
  este esta estos estas ese esa esos esas esto eso aquel aquella yo tu usted ustedes ella ellos ellas nosotros me te se le
  les nos mi mis tus su sus nuestro nuestra porque aunque aqui ahi alli ahora hoy entonces
  es son era eran ser estan estaba estaban estoy hay tiene tienen tengo tenemos tenia puede pueden puedo podemos quiere
  quieren quiero necesita necesitan vive viven llama llaman cumple cumplen busco busca buscar encuentro muestro muestra veo
  ver sabe dice dicen significa pregunta preguntas responde abre coincide coinciden
  gracias hola favor perdon seguro claro
  contacto contactos cliente clientes persona personas nota notas poliza polizas plan planes compania companias lista listas
  nombre nombres ciudad estado condado lugar fecha fechas dia dias mes meses ano anos edad cumpleanos telefono numero
  numeros pagina paginas resultado resultados datos detalle detalles tarjeta tarjetas etiqueta etiquetas grupo grupos
`);

/**
 * Words that claim nothing on their own, in the two languages that MAX speaks with a model; lower case, without
 * accents.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set([...ENGLISH, ...SPANISH]);
