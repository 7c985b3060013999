import uPlot from 'uplot';
import uPlotCss from 'uplot/dist/uPlot.min.css';
import css from './details.css';
import { shortNumber } from '../model/charts/quantity.js';

/** What a webview has of VS Code. */
declare function acquireVsCodeApi(): {
  postMessage: (message: unknown) => void;
  getState: () => unknown;
  setState: (state: unknown) => void;
};

interface Traffic {
  readonly times: number[];
  readonly bytes: number[];
  readonly said: string;
}

const host = acquireVsCodeApi();
const drawing = Number(document.body.dataset['drawing']);
const height = 70;
let plot: uPlot | undefined;
let themeChanges = new MutationObserver(() => undefined);

const style = document.createElement('style');
style.textContent = `${uPlotCss}\n${css}`;
document.head.append(style);

document.addEventListener('click', event => {
  const clicked = event.target instanceof Element && event.target.closest('[data-command]');
  if (!clicked) return;
  event.preventDefault();
  host.postMessage({ drawing, command: Number(clicked.getAttribute('data-command')) });
});

globalThis.addEventListener('message', ({ data }: MessageEvent<Traffic>) => {
  const place = document.getElementById('traffic');
  const said = document.getElementById('said');
  if (!place || !said) return;
  said.textContent = data.said;
  place.setAttribute('aria-label', data.said);
  if (data.times.length === 0) return;
  draw(place, data);
  // Its lines are drawn in the colours of a theme, which may become another one.
  themeChanges.disconnect();
  themeChanges = new MutationObserver(() => draw(place, data));
  themeChanges.observe(document.body, { attributes: true, attributeFilter: ['class'] });
});

globalThis.addEventListener('resize', () => plot?.setSize({ width: document.body.clientWidth - 24, height }));

/** A line with the most of the hour as its only mark, in the colours of the theme. */
function draw(place: HTMLElement, { times, bytes }: Traffic): void {
  const colors = getComputedStyle(document.body);
  const color = (name: string) => colors.getPropertyValue(`--vscode-${name}`).trim();
  plot?.destroy();
  plot = new uPlot(
    {
      width: document.body.clientWidth - 24,
      height,
      legend: { show: false },
      cursor: { show: false },
      series: [{}, { stroke: color('charts-blue'), width: 1.5, points: { show: false } }],
      axes: [
        { show: false },
        {
          size: 56,
          stroke: color('descriptionForeground'),
          grid: { show: false },
          ticks: { show: false },
          splits: (_plot, _axis, _min, max) => [0, max],
          values: (_plot, marks) => marks.map(mark => shortNumber(mark, { unit: 'bytes', prefixes: 'si' })),
        },
      ],
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(max, 1)] } },
    },
    [times, bytes],
    place,
  );
}

// VS Code keeps where a page was scrolled to, which another node has nothing to do with.
const { node } = document.body.dataset;
if (host.getState() !== node) {
  host.setState(node);
  addEventListener('load', () => setTimeout(() => scrollTo(0, 0)));
}

// Whoever listens sends what is to be drawn.
host.postMessage({ drawing });
