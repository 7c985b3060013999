const longest = 40;

/** A name for places where VS Code would draw `$(icon)` as a picture; cut so that it leaves room for what follows. */
export function plainLabel(name: string): string {
  const characters = [...name];
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : name;
  return cut.replaceAll('$(', '\\$(');
}

/** A name that cannot turn around what stands beside it: right-to-left text is set apart. */
export function isolated(name: string): string {
  return /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFEFC]/.test(name)
    ? `\u2068${name}\u2069`
    : name;
}
