import type { PageState } from '../../../src/model/pictures/pictureMessages.js';
import type { PageKind } from '../../../src/renderer/pictures/pageKind.js';
import { PicturePage } from '../../../src/renderer/pictures/picturePage.js';
import css from '../../../src/renderer/pictures/pictures.css';
import type { PictureTimes, PictureToDraw, Steps } from './pictureTimes.js';

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [style];
document.body.className = 'vscode-dark';
document.body.style.cssText =
  '--vscode-editor-background:#1f1f1f;--vscode-editor-foreground:#ccc;--vscode-font-family:sans-serif;--vscode-font-size:13px';

const parts = [
  'filter',
  'tools',
  'locked',
  'turn',
  'failed',
  'sentence',
  'nothing',
  'table',
  'status',
  'trouble',
];
const floorParts =
  '<select id="layer"></select><select id="range"></select><input id="frame" type="range"><output id="when"></output>' +
  '<div id="replay"><button data-action="play"></button></div><button data-action="reverse"></button><button data-action="scale"></button>';
const treeParts =
  '<output id="found"></output><button data-action="openMore"></button><button data-action="openUsual"></button><button data-action="flows"></button><select id="level"></select>';

/** The parts of a page of a picture that it cannot do without, and its place, as large as the window. */
function emptyPage(kind: string): void {
  document.body.innerHTML =
    parts
      .map(id => (id === 'filter' ? '<input id="filter" hidden>' : `<div id="${id}" hidden></div>`))
      .join('') +
    `<div hidden>${kind === 'floor' ? floorParts : kind === 'topology' ? treeParts : ''}</div>` +
    '<main id="place"><div id="sheet"></div></main>';
}

const part = (id: string) => document.getElementById(id)!;

/** Waits for the frame that shows what was done before. */
const shown = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve));

async function timed(act: () => void): Promise<number> {
  await shown();
  const started = performance.now();
  act();
  await shown();
  return performance.now() - started;
}

const framesOfPan = 90;

/** Moves by what is given each frame, there and back. */
async function pan(move: (pixels: number) => void): Promise<Pick<Steps, 'panMedian' | 'panP95'>> {
  const gaps: number[] = [];
  let last = await nextFrame();
  for (let frame = 1; frame <= framesOfPan; frame += 1) {
    move(Math.round(150 * Math.sin(frame / 12)));
    const now = await nextFrame();
    gaps.push(now - last);
    last = now;
  }
  gaps.sort((one, other) => one - other);
  const at = (share: number) => gaps[Math.floor(gaps.length * share)] ?? 0;
  return { panMedian: at(0.5), panP95: at(0.95) };
}

/** As a mouse drags it; racks are scrolled, since there a drag reserves units. */
async function panOurs(kind: string): Promise<Pick<Steps, 'panMedian' | 'panP95'>> {
  const place = part('place');
  const sheet = part('sheet');
  const { scrollLeft, scrollTop } = place;
  if (kind === 'racks') return pan(pixels => place.scrollTo(scrollLeft + pixels, scrollTop + pixels));
  sheet.setPointerCapture = () => undefined;
  const send = (type: string, at: number) =>
    sheet.dispatchEvent(
      new PointerEvent(type, { bubbles: true, button: 0, clientX: 400 + at, clientY: 300 + at }),
    );
  send('pointerdown', 0);
  const gaps = await pan(pixels => send('pointermove', pixels));
  send('pointerup', 0);
  return gaps;
}

/** What the browser does by itself: it scrolls, and a group of shapes that has a layer of its own moves. */
function panPlain(): Promise<Pick<Steps, 'panMedian' | 'panP95'>> {
  const ground = document.querySelector<SVGElement>('[data-ground]');
  const place = part('place');
  const { scrollLeft, scrollTop } = place;
  return pan(pixels => {
    if (ground) ground.style.transform = `translate(${pixels}px, ${pixels}px)`;
    else place.scrollTo(scrollLeft - pixels, scrollTop - pixels);
  });
}

/** Draws one picture and its plain SVG, and moves each. */
export async function measurePicture({ kind, message }: PictureToDraw): Promise<PictureTimes> {
  const { page: pageKind } = (await import(`../../../src/renderer/pictures/kinds/${kind}Page.ts`)) as {
    page: PageKind;
  };
  emptyPage(kind);
  let page: PicturePage | undefined;
  const host = {
    subject: { connectionId: 'a', kind, uuid: 'a' },
    kept: undefined,
    keep: (_: PageState) => {},
    post: () => {},
  };
  const firstPaint = await timed(() => {
    page = new PicturePage(document.body, host, pageKind);
    page.hear(message);
  });
  const first = part('sheet').innerHTML;
  const zoomed = await timed(() => page?.zoomBy(2));
  const second = part('sheet').innerHTML;
  const ours = { firstPaint, zoomed, ...(await panOurs(kind)) };
  const elements = document.querySelectorAll('svg *').length;
  emptyPage(kind);
  // The same style as on the page.
  part('sheet').toggleAttribute('data-plane', kind === 'floor');
  part('sheet').toggleAttribute('data-moving', kind === 'map');
  const plain = {
    firstPaint: await timed(() => (part('sheet').innerHTML = first)),
    zoomed: await timed(() => {
      part('sheet').innerHTML = second;
      part('place').scrollTo(200, 200);
    }),
    ...(await panPlain()),
  };
  return { ours, plain, elements };
}
