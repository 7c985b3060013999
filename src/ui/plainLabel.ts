const longest = 40;

/** A name for places where VS Code would draw `$(icon)` as a picture; cut so that it leaves room for what follows. */
export function plainLabel(name: string): string {
  const characters = [...name];
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : name;
  return escapedIcons(cut);
}

/** Text for places where VS Code would draw `$(icon)` as a picture, such as quick picks. */
export const escapedIcons = (text: string): string => text.replaceAll('$(', '\\$(');

/** A name that cannot turn around what stands beside it: right-to-left text is set apart. */
export function isolated(name: string): string {
  return /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFEFC]/.test(name)
    ? `\u2068${name}\u2069`
    : name;
}

/** A name inside a sentence of a message: cut, on one line, set apart when it could turn the sentence around, and no link. */
export function quoted(name: string): string {
  const line = name.replace(/\p{C}+/gu, ' ').replaceAll('](', '] (');
  const characters = [...line];
  return isolated(characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line);
}
