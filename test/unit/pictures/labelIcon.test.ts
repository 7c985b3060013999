import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { environmentColor } from '../../../src/ids.js';
import { labelIcon } from '../../../src/pictures/labelIcon.js';

const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  contributes: { colors: { id: string; defaults: Record<string, string> }[] };
};
const drawn = (image: string) => Buffer.from(image.split(',')[1] ?? '', 'base64').toString();

it.each(Object.entries(environmentColor))('the icon of %s has its colour on each ground', (label, id) => {
  const { light, dark, highContrast, highContrastLight } =
    contributes.colors.find(color => color.id === id)?.defaults ?? {};
  const icon = labelIcon(label as keyof typeof environmentColor, 'P');
  for (const colour of [light, highContrastLight]) expect(drawn(icon.light)).toContain(`fill="${colour}">P<`);
  for (const colour of [dark, highContrast]) expect(drawn(icon.dark)).toContain(`fill="${colour}">P<`);
});
