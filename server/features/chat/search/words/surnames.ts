/**
 * The most common US last names that are not words, places or first names. Source: US Census Bureau, frequently
 * occurring surnames, 2010; selected manually.
 */
const SURNAMES: ReadonlySet<string> = new Set(
  `
smith johnson williams jones davis garcia rodriguez wilson martinez taylor hernandez martin thompson gonzalez lopez perez
sanchez harris lewis robinson ramirez torres nguyen flores gomez murphy rivera kelly diaz ortiz gutierrez chavez ramos
reyes cruz morales peterson kowalski olson hansen larson jensen schmidt schwartz wagner mueller meyer snyder weaver
castillo alvarez mendoza ruiz vasquez romero herrera medina aguilar vargas guzman munoz castro fernandez santos soto
delgado pena rios sandoval ortega contreras espinoza navarro salazar dominguez guerrero estrada cortez cabrera velasquez
sullivan mcdonald oconnor obrien mccarthy mcdaniel fitzgerald gallagher donovan callahan
patel khan singh kim tran pham huynh wong yang
phillips edwards stewart roberts evans watkins simmons reynolds hughes henderson griffin jenkins sanders
`
    .trim()
    .split(/\s+/),
);

export const isSurname = (text: string): boolean => SURNAMES.has(text);
