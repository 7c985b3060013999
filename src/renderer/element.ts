/** What a new element has besides its tag; attributes that are undefined are left out. */
export interface ElementParts {
  readonly className?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string | undefined>>;
}

/** A new element with its children. Texts are never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { className, text, attributes = {} }: ElementParts = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== undefined) made.className = className;
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** A new element of a drawing with its children. */
export function svgElement(
  tag: string,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElement {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A button that shows a text. */
export function button(
  text: string,
  onClick: (event: MouseEvent) => void,
  parts: ElementParts = {},
): HTMLButtonElement {
  const made = element('button', { ...parts, text });
  made.type = 'button';
  made.addEventListener('click', onClick);
  return made;
}
