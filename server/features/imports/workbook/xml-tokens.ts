import { UnreadableFile } from '../file/unreadable-file.ts';

/** Events of the XML reader; names come without their prefix. */
export interface XmlHandler {
  /** `attributes`: as they are written, see `attributeOf`. */
  open(name: string, attributes: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** Elements within each other, and characters of one tag and one text. Ours: a workbook needs 20 levels, and cells of 32 KB. */
const MAX_DEPTH = 64;
const MAX_TAG_CHARS = 128 * 1024;
const MAX_TEXT_CHARS = 4 * 1024 * 1024;

const FOREIGN = 'The workbook contains invalid XML. Save it as .xlsx again and upload that.';

const LONG = 'The workbook has a cell of more than 1 MB. Shorten it or leave its column out.';

/**
 * Cuts XML into tags and texts; it comes in pieces of any size, cut anywhere. Knows no document types, so that no
 * entity is ever replaced but the five of XML and characters by number.
 */
export class XmlTokens {
  readonly #handler: XmlHandler;
  #rest = '';
  #depth = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** @throws {UnreadableFile} for a document type, a foreign entity, deep nesting and endless tags. */
  push(piece: string): void {
    const xml = this.#rest === '' ? piece : this.#rest + piece;
    let at = 0;
    for (;;) {
      const start = xml.indexOf('<', at);
      if (start === -1) break;
      const end = endOfTag(xml, start);
      if (end === -1) {
        if (start > at) this.#handler.text(decoded(xml.slice(at, start)));
        at = start;
        break;
      }
      if (start > at) this.#handler.text(decoded(xml.slice(at, start)));
      this.#tag(xml, start, end);
      at = end + 1;
    }
    this.#rest = xml.slice(at);
    const isTag = this.#rest.startsWith('<') && !this.#rest.startsWith('<!');
    if (this.#rest.length > (isTag ? MAX_TAG_CHARS : MAX_TEXT_CHARS)) throw new UnreadableFile(isTag ? FOREIGN : LONG);
  }

  #tag(xml: string, start: number, end: number): void {
    const first = xml.charCodeAt(start + 1);
    if (first === 33) {
      if (xml.startsWith('<![CDATA[', start)) this.#handler.text(xml.slice(start + 9, end - 2));
      else if (!xml.startsWith('<!--', start)) throw new UnreadableFile(FOREIGN);
    } else if (first === 47) {
      this.#depth -= 1;
      this.#handler.close(localName(xml.slice(start + 2, end).trimEnd()));
    } else if (first !== 63) {
      const isEmpty = xml.charCodeAt(end - 1) === 47;
      const tag = xml.slice(start + 1, isEmpty ? end - 1 : end);
      const gap = tag.search(/\s/);
      const name = localName(gap === -1 ? tag : tag.slice(0, gap));
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new UnreadableFile(FOREIGN);
      this.#handler.open(name, gap === -1 ? '' : tag.slice(gap));
      if (!isEmpty) return;
      this.#depth -= 1;
      this.#handler.close(name);
    }
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** End of the tag at `start`; -1: not in this chunk. */
function endOfTag(xml: string, start: number): number {
  if (xml.startsWith('<!--', start)) return after(xml.indexOf('-->', start + 4), 2);
  if (xml.startsWith('<![CDATA[', start)) return after(xml.indexOf(']]>', start + 9), 2);
  // A quoted value may hold the bracket.
  let open = 0;
  for (let at = start + 1; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (open === 0 && code === 62) return at;
    if (code === open) open = 0;
    else if (open === 0 && (code === 34 || code === 39)) open = code;
  }
  return -1;
}

const after = (found: number, more: number) => (found === -1 ? -1 : found + more);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,12});?/g, (_, name: string) => {
    const known = NAMED[name];
    if (known !== undefined) return known;
    const code = /^#x([\da-f]{1,6})$/i.exec(name)?.[1];
    const point = code === undefined ? Number(/^#(\d{1,7})$/.exec(name)?.[1]) : Number.parseInt(code, 16);
    if (!(point <= 0x10ffff)) throw new UnreadableFile(FOREIGN);
    return String.fromCodePoint(point);
  });
}

/** The value of one attribute, decoded; `null`: it has none. `name` may have a prefix in the tag. */
export function attributeOf(attributes: string, name: string): string | null {
  for (let at = attributes.indexOf(name); at !== -1; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charCodeAt(at - 1);
    // White space or the colon of a prefix.
    if (before > 32 && before !== 58) continue;
    const value = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes.slice(at + name.length));
    if (value !== null) return decoded(value[1] ?? value[2] ?? '');
  }
  return null;
}
