import type { SoaLanguage } from '#contract/soa.contract.ts';

/** Texts of the page on which a person signs, beside those that they agree to. */
interface SignWords {
  readonly title: string;
  readonly other: string;
  readonly call: (agent: string) => string;
  readonly intro: (first: string, agent: string) => string;
  readonly meeting: (when: string) => string;
  readonly products: string;
  readonly productsHint: (agent: string) => string;
  readonly signsAs: string;
  readonly myself: string;
  readonly representative: string;
  readonly relationship: string;
  readonly relationshipHint: string;
  readonly beneficiary: string;
  readonly name: string;
  readonly nameHint: string;
  readonly draw: string;
  readonly drawHint: string;
  readonly drawn: string;
  readonly clear: string;
  readonly agree: string;
  readonly kept: string;
  readonly submit: (agent: string) => string;
  readonly wrong: string;
  /** By field. */
  readonly faults: Readonly<Partial<Record<string, string>>>;
  /** Where no field is named. */
  readonly changed: string;
  readonly signedTitle: string;
  readonly signedText: (agent: string, when: string) => string;
  readonly copy: string;
  readonly copyHint: (until: string) => string;
  readonly closedTitle: string;
  readonly closedText: (agent: string) => string;
  readonly unknownTitle: string;
  readonly unknownText: string;
}

export const SIGN_WORDS: Readonly<Record<SoaLanguage, SignWords>> = {
  en: {
    title: 'Scope of appointment',
    other: 'Español',
    call: (agent) => `Call ${agent}`,
    intro: (first, agent) =>
      `${first === '' ? 'Before' : `Hi ${first}. Before`} you talk with ${agent} about Medicare plans, you choose what to talk about.`,
    meeting: (when) => `Your meeting: ${when}.`,
    products: 'You want to talk about',
    productsHint: (agent) => `${agent} may talk about these only. You can add others later by signing again.`,
    signsAs: 'Signing for',
    myself: 'Myself',
    representative: 'Someone I legally represent',
    relationship: 'Your relationship to this person',
    relationshipHint: 'For example: daughter with power of attorney',
    beneficiary: 'Full name of this person',
    name: 'Your full name',
    nameHint: 'Typing your name signs this form.',
    draw: 'Draw your signature (optional)',
    drawHint: 'Use a finger or the mouse. Your typed name counts the same.',
    drawn: 'Area to draw a signature',
    clear: 'Clear',
    agree: 'What you agree to',
    kept: 'The time, your browser and your internet address are recorded with your signature. The form is kept for 10 years.',
    submit: (agent) => `Sign and send to ${agent}`,
    wrong: 'Please check the form',
    faults: {
      name: 'Enter your first and last name.',
      products: 'Choose at least one type of product.',
      relationship: 'Enter how you represent the person.',
      beneficiary_name: 'Enter the name of the person.',
      drawing: 'Draw a shorter signature, or leave it out.',
    },
    changed: 'The form was changed since you opened it. Read it again and sign.',
    signedTitle: 'Signed. Thank you',
    signedText: (agent, when) => `${agent} received it on ${when}. You can close this page.`,
    copy: 'Download your copy (PDF)',
    copyHint: (until) => `Available here until ${until}.`,
    closedTitle: 'This form is closed',
    closedText: (agent) => `It expired, or a newer one replaced it. Ask ${agent} for a new link.`,
    unknownTitle: "This link doesn't work",
    unknownText: 'Open it again from the message, or ask your agent for a new one.',
  },
  es: {
    title: 'Alcance de la cita',
    other: 'English',
    call: (agent) => `Llamar a ${agent}`,
    intro: (first, agent) =>
      `${first === '' ? 'Antes' : `Hola ${first}. Antes`} de hablar con ${agent} sobre planes de Medicare, usted elige de qué quiere hablar.`,
    meeting: (when) => `Su cita: ${when}.`,
    products: 'Quiero hablar de',
    productsHint: (agent) => `${agent} solo puede hablar de esto. Puede agregar otros temas después si firma de nuevo.`,
    signsAs: 'Firmo por',
    myself: 'Mí mismo',
    representative: 'Otra persona a quien represento legalmente',
    relationship: 'Su relación con esta persona',
    relationshipHint: 'Por ejemplo: hija con poder notarial',
    beneficiary: 'Nombre completo de esta persona',
    name: 'Su nombre completo',
    nameHint: 'Al escribir su nombre, firma este formulario.',
    draw: 'Dibuje su firma (opcional)',
    drawHint: 'Use el dedo o el ratón. Su nombre escrito vale lo mismo.',
    drawn: 'Área para dibujar la firma',
    clear: 'Borrar',
    agree: 'Lo que usted acepta',
    kept: 'La hora, su navegador y su dirección de internet se guardan con su firma. El formulario se conserva 10 años.',
    submit: (agent) => `Firmar y enviar a ${agent}`,
    wrong: 'Revise el formulario',
    faults: {
      name: 'Escriba su nombre y apellido.',
      products: 'Elija al menos un tipo de producto.',
      relationship: 'Indique cómo representa a la persona.',
      beneficiary_name: 'Escriba el nombre de la persona.',
      drawing: 'Dibuje una firma más corta, o déjela en blanco.',
    },
    changed: 'El formulario cambió desde que lo abrió. Léalo de nuevo y firme.',
    signedTitle: 'Firmado. Gracias',
    signedText: (agent, when) => `${agent} lo recibió el ${when}. Puede cerrar esta página.`,
    copy: 'Descargar su copia (PDF)',
    copyHint: (until) => `Disponible aquí hasta el ${until}.`,
    closedTitle: 'Este formulario está cerrado',
    closedText: (agent) => `Venció o fue reemplazado por uno más nuevo. Pida a ${agent} un nuevo enlace.`,
    unknownTitle: 'Este enlace no funciona',
    unknownText: 'Ábralo de nuevo desde el mensaje, o pida uno nuevo a su agente.',
  },
};
