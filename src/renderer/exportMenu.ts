import type { TextFormat } from '../model/results/shownResult.js';
import type { ChartView } from './charts/chartView.js';
import type { MenuEntry } from './menu.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

const textFormats: readonly TextFormat[] = ['csv', 'json', 'markdown'];

/** The files that a result can be written to; pictures only while a chart is shown. */
export function exportEntries(
  session: Session,
  chart: ChartView | undefined,
  announce: (sentence: string) => void,
): MenuEntry[] {
  const texts = textFormats.map(format => ({
    label: strings.exports[format],
    run: () => session.post({ type: 'export', format }),
  }));
  if (!chart) return texts;
  return [
    ...texts,
    'line',
    {
      label: strings.exports.svg,
      run: () => session.post({ type: 'picture', format: 'svg', data: chart.picture() }),
    },
    {
      label: strings.exports.png,
      run: () =>
        void toPng(chart.picture()).then(
          data => session.post({ type: 'picture', format: 'png', data }),
          () => announce(strings.pictureFailed),
        ),
    },
  ];
}

/** An SVG file as PNG in base 64, at twice its size. */
async function toPng(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^.*,/, '');
}
