/** The file of a form, with the endings that its field takes: `.pdf,.png`. */
export interface ChosenFile {
  readonly file: File;
  readonly accept: string;
}

/** Why a file would be refused for its size or the ending of its name; `null`: the server may take it. */
export function fileFault({ file, accept }: ChosenFile, maxBytes: number): string | null {
  const endings = accept.split(',');
  if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
    return `Choose a file of one of these types: ${endings.map((ending) => ending.slice(1).toUpperCase()).join(', ')}.`;
  return file.size > maxBytes ? `The file is larger than ${maxBytes / 2 ** 20} MB.` : null;
}
