import { readPoints, texts } from './data.js';

/** What a renderer of notebook outputs can do. */
interface Renderer {
  renderOutputItem(item: object, place: HTMLElement, signal: AbortSignal): void | Promise<void>;
  disposeOutputItem(id?: string): void;
}

/** Draws, and answers how to take the drawing away. */
type Drawer = (place: HTMLElement) => Promise<() => void> | (() => void);

/** What VS Code gives to a renderer; nobody answers here. */
const context = {
  postMessage: () => undefined,
  onDidReceiveMessage: () => ({ dispose: () => undefined }),
  getState: () => undefined,
  setState: () => undefined,
  getRenderer: () => Promise.resolve(undefined),
  workspace: { isTrusted: true },
  settings: { lineLimit: 30, outputScrolling: true, outputWordWrap: false, linkifyFilePaths: false },
  onDidChangeSettings: () => ({ dispose: () => undefined }),
};

const load = async (path: string): Promise<Renderer> => {
  const { activate } = (await import(path)) as { activate: (given: object) => Renderer };
  return activate(context);
};

const ours = await load('/dist/renderer.js');
const builtIn = await load('/builtIn/index.js');

type LineDrawer = (place: HTMLElement, points: ReturnType<typeof readPoints>) => () => void;

/** A package of its own has them: nothing else needs these libraries. */
const others = (await import('/otherCharts.js' as string)) as Record<'chartJs' | 'echarts', LineDrawer>;

function render(
  renderer: Renderer,
  name: string,
  mime: string,
  read = (text: string): unknown => JSON.parse(text),
): Drawer {
  const text = texts[name] ?? '';
  const item = {
    id: name,
    mime,
    metadata: {},
    text: () => text,
    json: () => read(text),
    data: () => new TextEncoder().encode(text),
  };
  return async place => {
    await renderer.renderOutputItem(item, place, new AbortController().signal);
    return () => renderer.disposeOutputItem(name);
  };
}

const own = 'application/vnd.netsensor.result+json';

/** What is made before the time begins is not measured. */
const drawers: Readonly<Record<string, () => Drawer>> = {
  tableFirstPage: () => render(ours, 'tableFirstPage', own),
  tableAllRowsInline: () => render(ours, 'tableAllRowsInline', own),
  tenthAsBuiltInHtml: () => render(builtIn, 'tenthAsBuiltInHtml', 'text/html'),
  tableAsBuiltInText: () => render(builtIn, 'tableAsBuiltInText', 'text/plain'),
  chart: () => render(ours, 'chart', own),
  chartOfValues: () => {
    const result: unknown = JSON.parse(texts['chart'] ?? '');
    return render(ours, 'chart', own, () => result);
  },
  chartJs: () => place => others.chartJs(place, readPoints()),
  echarts: () => place => others.echarts(place, readPoints()),
};

const { gc: collectGarbage } = globalThis as { gc?: () => void };

/** Waits for the frame that shows what was done before. */
const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));

/** A chart of ours comes with a module that is loaded first. */
const isDrawn = (place: HTMLElement, name: string) =>
  ['chart', 'chartOfValues'].includes(name)
    ? place.shadowRoot?.querySelector('.plot canvas')
    : (place.shadowRoot ?? place).lastElementChild;

/** Milliseconds from handing the data over to the frame that shows it. */
export async function draw(name: string): Promise<number> {
  const place = document.body.appendChild(document.createElement('div'));
  const drawer = drawers[name]?.();
  // What was made before the time begins is not measured, and neither is what becomes of its garbage.
  collectGarbage?.();
  await frame();
  const started = performance.now();
  const dispose = await drawer?.(place);
  while (!isDrawn(place, name)) await frame();
  await frame();
  const took = performance.now() - started;
  dispose?.();
  place.remove();
  await frame();
  return Math.round(took);
}

/** Scrolls a table of 100,000 rows for three seconds, as fast as a wheel does; milliseconds between frames. */
export async function scrollTable(): Promise<{ median: number; p95: number; framesPerSecond: number }> {
  const place = document.body.appendChild(document.createElement('div'));
  await drawers['tableAllRowsInline']?.()(place);
  const grid = place.shadowRoot?.querySelector<HTMLElement>('.grid');
  const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve));
  await frame();
  const gaps: number[] = [];
  const started = await nextFrame();
  for (let last = started; grid && last - started < 3000;) {
    grid.scrollTop += 120;
    const now = await nextFrame();
    gaps.push(now - last);
    last = now;
  }
  gaps.sort((one, other) => one - other);
  const at = (share: number) => Number((gaps[Math.floor(gaps.length * share)] ?? 0).toFixed(1));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return { median: at(0.5), p95: at(0.95), framesPerSecond: Math.round((gaps.length * 1000) / total) };
}
