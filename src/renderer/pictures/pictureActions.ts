import type { Drawing } from '../../model/pictures/drawing.js';
import type { PageMessage, PictureWords } from '../../model/pictures/pictureMessages.js';
import { printPage } from '../../model/pictures/printPage.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import type { ShownPicture } from '../../model/pictures/shownPicture.js';
import { TooLargeForPng, toPng } from '../pngPicture.js';
import { zoomStep } from './pageZoom.js';
import { filePalette } from './themePalette.js';

/** What the buttons of a picture act on. */
export interface ActionParts {
  readonly drawing: () => Drawing | undefined;
  /** Pixels on the screen for one of the drawing. */
  readonly zoom: () => number;
  readonly picture: () => ShownPicture | undefined;
  readonly words: () => PictureWords | undefined;
  readonly say: (text: string) => void;
  readonly post: (message: PageMessage) => void;
  readonly zoomBy: (factor: number | undefined) => void;
  readonly turn: () => void;
  /** What the kind of the picture has besides. */
  readonly own: Readonly<Record<string, () => void>>;
}

/** Does what a button of the toolbar is for, by its name. */
export function pictureActions(parts: ActionParts): (name: string) => void {
  const actions: Readonly<Record<string, () => void>> = {
    ...drawingActions(parts),
    ...parts.own,
    zoomIn: () => parts.zoomBy(zoomStep),
    zoomOut: () => parts.zoomBy(1 / zoomStep),
    fit: () => parts.zoomBy(undefined),
    table: parts.turn,
    unlock: () => parts.post({ type: 'unlock' }),
    retry: () => parts.post({ type: 'retry' }),
  };
  return name => actions[name]?.();
}

/** Copies or saves what is drawn. */
function drawingActions(parts: ActionParts) {
  const svg = () => {
    const drawing = parts.drawing();
    return drawing && writeSvg(drawing, filePalette(document.body), parts.zoom());
  };
  const png = (use: (data: string) => Promise<void> | void) => {
    const text = svg();
    if (!text) return;
    const failed = (error: unknown) => {
      const { tooLarge = '', failed: sentence = '' } = parts.words() ?? {};
      parts.say(error instanceof TooLargeForPng ? tooLarge : sentence);
    };
    toPng(text).then(use).catch(failed);
  };
  return {
    copySvg: () => {
      const text = svg();
      if (text) parts.post({ type: 'copy', text, format: 'svg' });
    },
    copyPng: () => png(data => copyPng(data).then(() => parts.say(parts.words()?.copied ?? ''))),
    saveSvg: () => {
      const data = svg();
      if (data) parts.post({ type: 'save', format: 'svg', data });
    },
    savePng: () => png(data => parts.post({ type: 'save', format: 'png', data })),
    print: () => {
      const picture = parts.picture();
      if (picture) parts.post({ type: 'save', format: 'html', data: printPage(picture) });
    },
  };
}

/**
 * Closes the menus of a page as those of the editor do: after a choice, by a click beside them and with Escape. What had the
 * keyboard in one leaves it on its button.
 */
export function closeMenus(root: HTMLElement): void {
  const open = () => [...root.querySelectorAll<HTMLDetailsElement>('details[open]')];
  const close = (menu: HTMLDetailsElement) => {
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    menu.open = false;
  };
  root.addEventListener('click', ({ target }) => {
    const isChoice = target instanceof Element && target.closest('[data-action]') !== null;
    open()
      .filter(menu => isChoice || !menu.contains(target as Node))
      .forEach(close);
  });
  root.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') open().forEach(close);
  });
}

async function copyPng(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const image = new Blob([bytes], { type: 'image/png' });
  await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
}
