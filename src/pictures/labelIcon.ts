/**
 * The colours of labels as `contributes.colors` has them for light and dark grounds: VS Code gives the icon of a tab no
 * colour of the theme, and a page no letter.
 */
const grounds = {
  production: { light: '#E51400', dark: '#F14C4C' },
  staging: { light: '#B89500', dark: '#CCA700' },
  test: { light: '#388A34', dark: '#89D185' },
} as const;

/** The letter of a label in its colour, as images for light and for dark grounds. Nothing of a manager gets into them. */
export function labelIcon(label: keyof typeof grounds, letter: string): { light: string; dark: string } {
  const { light, dark } = grounds[label];
  return { light: image(light, letter), dark: image(dark, letter) };
}

function image(colour: string, letter: string): string {
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">` +
    `<rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="none" stroke="${colour}"/>` +
    `<text x="8" y="12" text-anchor="middle" font-family="sans-serif" font-size="11" font-weight="bold" fill="${colour}">${letter.replace(/\P{L}/gu, '')}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
}
