/** The first characters of a text, at most so many UTF-16 units. A character outside the plane is kept whole or left out. */
export function cutText(text: string, most: number): string {
  const isHalf = text.length > most && /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, isHalf ? most - 1 : most);
}
