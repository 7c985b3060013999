import type { TextFormat } from '../model/results/pageQuestions.js';
import type { ChartView } from './charts/chartView.js';
import type { MenuEntry } from './menu.js';
import { toPng } from './pngPicture.js';
import type { Session } from './session.js';
import { strings } from './strings.js';

/** In the order of the menu. An object, so that the compiler refuses one that lacks a format. */
const textFormats: Readonly<Record<TextFormat, true>> = { csv: true, json: true, markdown: true };

/** The files that a result can be written to; pictures only while a chart is shown. */
export function exportEntries(
  session: Session,
  chart: ChartView | undefined,
  announce: (sentence: string) => void,
): MenuEntry[] {
  const texts = (Object.keys(textFormats) as TextFormat[]).map(format => ({
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
